/// A group of clients that have lists open, some of which edit.
///
/// The group follows the protocol for each client (order, gaps, answers) and counts. A scenario
/// decides what is sent, and when.
final class ClientGroup {
    let loop: ConnectionLoop
    /// The beginning of the keys of all clients, unique to the run.
    let runKey: String
    private let tokens: LoadTokens
    private(set) var clients: ContiguousArray<LoadClient> = []
    private(set) var lists: [TrackedList] = []
    private(set) var editors: [Editor] = []
    private var editedLists: Set<Int> = []
    /// The numbers of editors by `ByteScan.tag` of their public name.
    private(set) var tags: [UInt64: Int] = [:]
    private(set) var limits = ServerLimits()
    private(set) var counters = LoadCounters()
    private(set) var faults = LoadFaults()
    /// The editors of which an edit was answered since the last `clearAnsweredEditors`.
    ///
    /// Bounded by the number of answers in one turn of the loop.
    private(set) var answeredEditors: [Int] = []
    /// Whether an edit that changes nothing is no fault.
    var acceptsNoops = false
    /// With what window clients open their list; nil: they open it whole.
    var window: OpeningWindow?
    /// Whether a lost connection is no fault.
    var expectsLosses = false

    init(
        _ addresses: [LoadAddress], tokens: LoadTokens, interruption: LoadInterruption,
        runKey: String
    ) throws {
        loop = try ConnectionLoop(addresses, interruption: interruption)
        self.tokens = tokens
        self.runKey = runKey
        loop.delegate = self
    }

    /// Adds a list.
    ///
    /// - Parameter remembered: See `TrackedList`.
    /// - Returns: Its number.
    func addList(_ name: String, remembered: Int = 0) -> Int {
        lists.append(TrackedList(name: name, remembered: remembered))
        return lists.count - 1
    }

    /// Starts to connect a client that opens a list; nil: that opens none.
    func addClient(list: Int?) throws {
        let connection = try loop.connect(list: list.map { lists[$0].name })
        clients.append(LoadClient(list: list))
        precondition(connection.number == clients.count - 1, "clients are numbered as connections")
    }

    /// Starts to connect a client that opens a list and edits it.
    func addEditor(list: Int) throws -> Editor {
        try addClient(list: list)
        let editor = Editor(number: editors.count, client: clients.count - 1)
        clients[editor.client].editor = editor.number
        editors.append(editor)
        // The first editor of a list reads the authors of its sets, for all clients.
        loop.connections[editor.client].reader.keepsSets = editedLists.insert(list).inserted
        return editor
    }

    /// Waits until every client is greeted and has its list open.
    ///
    /// - Parameter seconds: nil: a minute, and longer for thousands of clients.
    /// - Throws: `LoadError` where a client fails, or after that many seconds.
    func waitUntilReady(seconds: Double? = nil) throws {
        var next = 0
        let areReady = try loop.turn(seconds: seconds ?? max(60, Double(clients.count) / 50)) {
            while next < clients.count, isReady(clients[next]) { next += 1 }
            return next == clients.count || !faults.isEmpty
        }
        guard areReady, faults.isEmpty else {
            let reason = faults.texts.first ?? "only \(next) of \(clients.count) clients got in"
            throw LoadError("the clients cannot join: \(reason)")
        }
    }

    /// Cuts a client's connection and connects it again; it resumes from its revision.
    func reconnect(_ number: Int) throws {
        clients[number].isGreeted = false
        clients[number].isOpen = false
        clients[number].editor.map { editors[$0].forgetPending() }
        try loop.reconnect(loop.connections[number])
    }

    private func isReady(_ client: LoadClient) -> Bool {
        client.isGreeted && (client.list == nil || client.isOpen)
    }

    /// Sends the edits that were added to an editor's batch.
    func flush(_ editor: Editor) {
        let connection = loop.connections[editor.client]
        editor.takeBatch(into: &connection.output)
        loop.flush(connection)
    }

    /// Has a client that is connected, and has no list open, open one.
    func open(_ list: Int, by number: Int) {
        clients[number].list = list
        let connection = loop.connections[number]
        ClientFraming.append(
            opening(of: lists[list], by: number, clients[number]), to: &connection.output)
        loop.flush(connection)
    }

    /// Asks for rows of a client's list.
    ///
    /// - Parameter due: When it was due, in monotonic nanoseconds.
    func ask(_ number: Int, at index: Int, rows: Int, due: Int64) {
        guard let list = clients[number].list else { return }
        let connection = loop.connections[number]
        let query = RowQuery(n: clients[number].asked + 1, due: due)
        clients[number].asked = query.n
        clients[number].query = query
        ClientFraming.append(
            Greeting.rows(lists[list].name, n: query.n, at: index, rows: rows),
            to: &connection.output)
        loop.flush(connection)
    }

    /// Resets the counters.
    ///
    /// - Parameter start: Edits that were due before this time do not count in the latencies.
    func restartCounters(from start: Int64) {
        counters = LoadCounters()
        counters.start = start
    }

    func clearAnsweredEditors() { answeredEditors.removeAll(keepingCapacity: true) }

    /// The name of the list that an editor edits.
    func listName(of editor: Editor) -> String {
        clients[editor.client].list.map { lists[$0].name } ?? ""
    }

    /// The bytes of messages that all clients have received.
    var receivedBytes: Int {
        loop.connections.reduce(0) { $0 + $1.reader.payloadBytes }
    }

    /// The number of edits without an answer.
    var pendingCount: Int { editors.reduce(0) { $0 + $1.pending.count } }

    /// Waits until every edit is answered and every client has every set of its list.
    ///
    /// - Returns: False where that was not so after that many seconds.
    func waitUntilQuiet(seconds: Double) throws -> Bool {
        try loop.turn(seconds: seconds) {
            pendingCount == 0
                && clients.allSatisfy { client in
                    client.list.map { client.delivered >= lists[$0].known } ?? true
                }
        }
    }
}

extension ClientGroup: ConnectionLoopDelegate {
    func opened(_ connection: LoadConnection) {
        ClientFraming.append(
            Greeting.hello(
                key: "\(runKey)-\(connection.number)", token: tokens.token(of: connection.number)),
            to: &connection.output)
        let client = clients[connection.number]
        if let number = client.list {
            let list = lists[number]
            ClientFraming.append(
                opening(of: list, by: connection.number, client), to: &connection.output)
        }
        loop.flush(connection)
    }

    private func opening(of list: TrackedList, by number: Int, _ client: LoadClient) -> [UInt8] {
        if client.delivered > 0 {
            return Greeting.open(list.name, since: client.delivered, epoch: list.epoch)
        }
        guard let window else { return Greeting.open(list.name) }
        return Greeting.open(list.name, at: window.index(number), rows: window.rows)
    }

    func lost(_ connection: LoadConnection, _ reason: String) {
        clients[connection.number].isGreeted = false
        clients[connection.number].isOpen = false
        guard !expectsLosses else { return }
        faults.lost += 1
        faults.add("client \(connection.number): \(reason)")
    }

    func received(_ event: FrameEvent, on connection: LoadConnection, at now: Int64) {
        let message = connection.reader.message
        received(event, message.span, by: connection.number, at: now)
    }

    /// Handles an event of a client.
    ///
    /// - Parameter bytes: The message, or the kept parts of it.
    private func received(
        _ event: FrameEvent, _ bytes: borrowing Span<UInt8>, by number: Int, at now: Int64
    ) {
        switch event {
        case .changes(let first, let last, let isWhole):
            guard let list = clients[number].list.map({ lists[$0] }) else { return }
            if isWhole, first <= list.known + 1 { learn(bytes, through: last, list, now) }
            received(first, last, by: number, list, at: now)
        case .catchup(let from, let revision, let isWhole):
            guard let list = clients[number].list.map({ lists[$0] }) else { return }
            if isWhole, from <= list.known { learn(bytes, through: revision, list, now) }
            opened(number, at: now)
            received(from + 1, revision, by: number, list, at: now)
        case .snapshot(let revision, let part, let parts):
            guard part == parts - 1, let list = clients[number].list.map({ lists[$0] })
            else { return }
            list.skip(to: revision)
            opened(number, at: now)
            clients[number].delivered = max(clients[number].delivered, revision)
            answered(by: number, at: now)
        case .rows(let n, let revision):
            received(rows: n, revision, by: number, at: now)
        case .message:
            received(bytes, by: number, at: now)
        case .unreadable:
            faults.unreadable += 1
        case .ping, .close:
            break
        }
    }

    private func opened(_ number: Int, at now: Int64) {
        guard !clients[number].isOpen else { return }
        clients[number].isOpen = true
        clients[number].openedAt = now
    }

    private func received(
        _ first: Int, _ last: Int, by number: Int, _ list: TrackedList, at now: Int64
    ) {
        let delivered = clients[number].delivered
        guard last > delivered else { return }
        if first > delivered + 1 {
            faults.gaps += 1
            faults.add("client \(number) was sent \(first) after \(delivered)")
        }
        clients[number].delivered = last
        counters.frames += 1
        counters.deliveries += last - delivered
        if clients[number].editor == nil {
            list.deliver(
                delivered + 1, last, at: now, from: counters.start, to: &counters.deliveryLatencies)
        } else {
            answered(by: number, at: now)
        }
    }

    /// Completes a query; its answer stands after every set up to its revision, before the next.
    private func received(rows n: Int, _ revision: Int, by number: Int, at now: Int64) {
        let delivered = clients[number].delivered
        if revision != delivered {
            faults.gaps += 1
            faults.add("client \(number) at \(delivered) was sent rows of \(revision)")
        }
        guard let query = clients[number].query, query.n == n else {
            return faults.add("client \(number) was sent rows \(n), which it did not ask for")
        }
        clients[number].query = nil
        if query.due >= counters.start {
            counters.queryLatencies.record(nanoseconds: now - query.due)
        }
    }

    /// Reads the authors of the sets and assigns revisions to the editors' edits.
    private func learn(
        _ bytes: borrowing Span<UInt8>, through last: Int, _ list: TrackedList, _ now: Int64
    ) {
        guard last > list.known else { return }
        SetScan.each(in: bytes, above: list.known) { set in
            guard let number = tags[set.tag] else {
                list.learn(set.revision, nil, row: set.row, due: TrackedList.unknown)
                return
            }
            let editor = editors[number]
            let due = editor.learn(editID: set.editID, revision: set.revision)
            list.learn(
                set.revision, RowWriter(editor: number, editID: set.editID),
                row: set.row, due: due ?? TrackedList.unknown)
            if clients[editor.client].delivered >= set.revision {
                answered(by: editor.client, at: now)
            }
        }
        list.skip(to: last)
        list.settle(from: counters.start, to: &counters.deliveryLatencies)
    }

    /// Completes the edits that are answered by the sets delivered to an editor.
    private func answered(by client: Int, at now: Int64) {
        guard let number = clients[client].editor else { return }
        let editor = editors[number]
        let before = editor.answered
        editor.settle(delivered: clients[client].delivered) { pending in
            if pending.due >= counters.start {
                counters.answerLatencies.record(nanoseconds: now - pending.due)
            }
        }
        guard editor.answered > before else { return }
        counters.answers += editor.answered - before
        answeredEditors.append(number)
    }
}

// MARK: Short messages

extension ClientGroup {
    /// Handles a message other than `changes`, `catchup` and `snapshot`.
    private func received(_ bytes: borrowing Span<UInt8>, by number: Int, at now: Int64) {
        if ByteScan.begins(bytes, with: MessageKey.ack)
            || ByteScan.begins(bytes, with: MessageKey.reject)
        {
            acknowledged(bytes, by: number, at: now)
        } else if ByteScan.begins(bytes, with: MessageKey.head) {
            guard let revision = ByteScan.first(ByteScan.revision, in: bytes),
                let digest = text(after: MessageKey.digest, in: bytes).flatMap({
                    UInt32($0, radix: 16)
                })
            else { return }
            clients[number].head = ReportedHead(revision: revision, digest: digest)
        } else if ByteScan.begins(bytes, with: MessageKey.welcome) {
            limits = ServerLimits(bytes)
            clients[number].isGreeted = true
            if let editor = clients[number].editor,
                let client = ByteScan.end(of: ByteScan.client, in: bytes),
                let tag = ByteScan.tag(in: bytes, at: client)
            {
                tags[tag] = editor
            }
        } else if ByteScan.begins(bytes, with: MessageKey.opened) {
            guard let list = clients[number].list else { return }
            lists[list].epoch = text(after: MessageKey.epoch, in: bytes) ?? ""
        } else if ByteScan.begins(bytes, with: MessageKey.error)
            || ByteScan.begins(bytes, with: MessageKey.closed)
        {
            faults.add("client \(number) was sent \(wholeText(bytes))")
        } else if ByteScan.begins(bytes, with: MessageKey.array) {
            for part in ArraySplit.elements(of: bytes) {
                let event = FrameEvent(part.span, isWhole: true)
                received(event, part.span, by: number, at: now)
            }
        }
    }

    private func acknowledged(_ bytes: borrowing Span<UInt8>, by number: Int, at now: Int64) {
        guard let editor = clients[number].editor.map({ editors[$0] }),
            let id = ByteScan.first(MessageKey.id, in: bytes)
        else { return }
        let isApplied = ByteScan.end(of: MessageKey.applied, in: bytes) != nil
        guard let pending = editor.acknowledge(id) else { return }
        let isNoop = ByteScan.end(of: MessageKey.noop, in: bytes) != nil
        if !isApplied, !(isNoop && acceptsNoops) {
            faults.unapplied += 1
            faults.add("client \(number) was sent \(wholeText(bytes))")
        }
        counters.answers += 1
        if pending.due >= counters.start {
            counters.answerLatencies.record(nanoseconds: now - pending.due)
        }
        answeredEditors.append(editor.number)
    }

    /// The text after a key that ends with an opening quote, up to the next quote.
    private func text(after key: [UInt8], in bytes: borrowing Span<UInt8>) -> String? {
        guard let start = ByteScan.end(of: key, in: bytes) else { return nil }
        var text: [UInt8] = []
        var place = start
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            text.append(bytes[place])
            place += 1
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func wholeText(_ bytes: borrowing Span<UInt8>) -> String {
        String(decoding: bytes.indices.prefix(300).map { bytes[$0] }, as: UTF8.self)
    }

    private enum MessageKey {
        static let ack = Array("{\"type\":\"ack\"".utf8)
        static let reject = Array("{\"type\":\"reject\"".utf8)
        static let head = Array("{\"type\":\"head\"".utf8)
        static let welcome = Array("{\"type\":\"welcome\"".utf8)
        static let opened = Array("{\"type\":\"opened\"".utf8)
        static let error = Array("{\"type\":\"error\"".utf8)
        static let closed = Array("{\"type\":\"closed\"".utf8)
        static let array = Array("[".utf8)
        static let id = Array("\"id\":".utf8)
        static let applied = Array("\"outcome\":\"applied\"".utf8)
        static let noop = Array("\"outcome\":\"noop\"".utf8)
        static let epoch = Array("\"epoch\":\"".utf8)
        static let digest = Array("\"digest\":\"".utf8)
    }
}
