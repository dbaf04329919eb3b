/// Clients with lists open, some of which edit.
///
/// It keeps what the protocol obliges a client to (order, gaps, answers), and the figures. What is
/// sent, and when, is for a scenario to say.
final class Fleet {
    let swarm: Swarm
    /// Begins the keys of all clients: nobody else has them.
    let runKey: String
    var members: ContiguousArray<Member> = []
    var lists: [FollowedList] = []
    var editors: [Editor] = []
    /// Editors by what `ByteScan.tag` finds of their public name.
    var tags: [UInt64: Int] = [:]
    var limits = ServerLimits()
    var tally = Tally()
    var faults = Faults()
    /// Editors of which something was answered since somebody last asked.
    ///
    /// Bounded by the number of answers in one turn of the loop.
    var freed: [Int] = []
    /// An edit that changes nothing is none of the faults.
    var acceptsNoops = false
    /// A lost connection is none of the faults: it was to be expected.
    var expectsLosses = false

    init(_ address: LoadAddress, runKey: String) throws {
        swarm = try Swarm(address)
        self.runKey = runKey
        swarm.handler = self
    }

    /// - Parameter remembered: See `FollowedList`.
    func addList(_ name: String, remembered: Int = 0) -> Int {
        lists.append(FollowedList(name: name, remembered: remembered))
        return lists.count - 1
    }

    /// Begins the connection of a client that opens a list; nil: that says hello only.
    func addMember(list: Int?) throws {
        let connection = try swarm.connect()
        members.append(Member(list: list))
        precondition(connection.number == members.count - 1, "members are numbered as connections")
    }

    func addEditor(list: Int) throws -> Editor {
        try addMember(list: list)
        let editor = Editor(number: editors.count, member: members.count - 1)
        members[editor.member].editor = editor.number
        editors.append(editor)
        // The first of a list tells whose edits all sets are.
        let isFirst = !members.dropLast().contains { $0.list == list && $0.editor != nil }
        swarm.connections[editor.member].reader.keepsSets = isFirst
        return editor
    }

    /// Waits until everyone has what it asked for when it connected.
    func waitUntilReady(seconds: Double = 60) throws {
        var next = 0
        let areIn = try swarm.turn(seconds: seconds) {
            while next < members.count, isReady(members[next]) { next += 1 }
            return next == members.count || !faults.isEmpty
        }
        guard areIn, faults.isEmpty else {
            let reason = faults.texts.first ?? "only \(next) of \(members.count) clients got in"
            throw LoadError("the clients cannot join: \(reason)")
        }
    }

    /// Cuts a client's connection and begins it anew; it goes on where it was.
    func reconnect(_ number: Int) throws {
        members[number].isGreeted = false
        members[number].isOpen = false
        members[number].editor.map { editors[$0].forgetPending() }
        try swarm.reconnect(swarm.connections[number])
    }

    private func isReady(_ member: Member) -> Bool {
        member.isGreeted && (member.list == nil || member.isOpen)
    }

    /// Sends the edits that were added to an editor's batch.
    func flush(_ editor: Editor) {
        let connection = swarm.connections[editor.member]
        editor.takeBatch(into: &connection.output)
        swarm.flush(connection)
    }

    /// Begins new figures.
    func restartTally(from start: Int64 = 0) {
        tally = Tally()
        tally.start = start
    }

    /// The list that an editor edits.
    func listName(of editor: Editor) -> String {
        members[editor.member].list.map { lists[$0].name } ?? ""
    }

    /// Bytes of messages that all members have received.
    var receivedBytes: Int {
        swarm.connections.reduce(0) { $0 + $1.reader.payloadBytes }
    }

    /// Edits without an answer.
    var pendingCount: Int { editors.reduce(0) { $0 + $1.pending.count } }

    /// Waits until every edit is answered and every member has every set of its list.
    func waitUntilQuiet(seconds: Double) throws -> Bool {
        try swarm.turn(seconds: seconds) {
            pendingCount == 0 && members.allSatisfy { isUpToDate($0) }
        }
    }

    private func isUpToDate(_ member: Member) -> Bool {
        guard let list = member.list else { return true }
        return member.delivered >= lists[list].known
    }
}
