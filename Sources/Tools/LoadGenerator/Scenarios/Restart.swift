import Glibc
import OutgoingHTTP

/// Kills the server while clients edit, and starts it again.
///
/// Measures how long the list is away, and checks that every answered edit is in its history.
package struct Restart: Scenario {
    var editors: Int
    var rows: Int
    var rounds: Int
    /// The seconds of editing before each kill.
    var seconds: Double

    package init(editors: Int, rows: Int, rounds: Int, seconds: Double) {
        self.editors = editors
        self.rows = rows
        self.rounds = rounds
        self.seconds = seconds
    }

    package var clientCount: Int { editors }

    package func run(_ context: LoadContext) throws -> ScenarioResult {
        guard let server = context.server else {
            throw LoadError("restart kills the server: it needs one of its own, --start-server")
        }
        var result = ScenarioResult("restart")
        result.set("editors", "editors", editors)
        result.set("rows", "rows", rows)
        result.set("rounds", "kills", rounds)
        let name = try LongList(context: context, rows: rows).make(0)
        let group = try ClientGroup(context, runKey: context.runKey)
        let list = group.addList(name)
        for _ in 0..<editors { _ = try group.addEditor(list: list) }
        try group.waitUntilReady()
        let start = group.clients[0].delivered
        group.expectsLosses = true
        let loop = ClosedLoop(group: group, text: context.text, inFlight: 4, rows: rows)
        var times: [Double] = []
        for round in 0..<rounds {
            context.progress.show(Double(round) / Double(rounds), "editing, then kill -9")
            for editor in group.editors { loop.send(editor) }
            try loop.turn(for: seconds)
            times.append(try killAndReturn(server, group))
        }
        // The server sends `head` only after a change.
        for editor in group.editors { loop.send(editor) }
        try loop.turn(for: min(seconds, 0.5))
        group.expectsLosses = false
        times.sort()
        result.add("time", "kill to the list being back", times[times.count / 2], "ms")
        result.add("time.longest", "the longest of them", times.last ?? 0, "ms")
        let answered = group.editors.reduce(0) { $0 + $1.answered }
        result.add("answered", "edits answered", Double(answered), "")
        try result.add(
            history: AppliedEdits(context: context, group: group, list: name, after: start).read(),
            of: group)
        try Convergence(context: context, group: group).check(&result)
        return result
    }

    /// Kills and restarts the server, and reconnects all clients.
    ///
    /// - Returns: The milliseconds from the kill until the first client had the list.
    private func killAndReturn(_ server: ServerProcess, _ group: ClientGroup) throws -> Double {
        let start = MonotonicClock.now
        server.kill()
        try server.start()
        let first = group.loop.connections[0]
        try group.reconnect(0)
        let isBack = try group.loop.turn(seconds: 60) {
            if first.phase == .ended {
                // The server does not listen yet.
                usleep(1_000)
                try? group.reconnect(0)
            }
            return group.clients[0].isOpen
        }
        guard isBack else { throw LoadError("the list did not come back within a minute") }
        let time = MonotonicClock.seconds(group.clients[0].openedAt - start) * 1_000
        for number in group.clients.indices.dropFirst() { try group.reconnect(number) }
        try group.waitUntilReady()
        return time
    }
}

/// Counts the edits of a group in the history of a list.
private struct AppliedEdits {
    let context: LoadContext
    let group: ClientGroup
    let list: String
    /// The revision after which to start.
    let after: Int

    /// How often each edit appears in the history.
    ///
    /// - Throws: `LoadError` where the history cannot be read.
    func read() throws(LoadError) -> [RowWriter: Int] {
        var counts: [RowWriter: Int] = [:]
        var since = after
        while true {
            let answer = try HTTPCall(address: context.addresses[0]).send(
                "GET", "/api/lists/\(list)/changes?since=\(since)&limit=1000")
            guard answer.status == 200 else {
                throw LoadError("the history of \(list) cannot be read: \(answer.status)")
            }
            let before = since
            SetScan.each(in: answer.body.span, above: since) { set in
                since = set.revision
                guard let editor = group.tags[set.tag] else { return }
                counts[RowWriter(editor: editor, editID: set.editID), default: 0] += 1
            }
            guard since > before else { return counts }
        }
    }
}

extension ScenarioResult {
    /// Adds the number of answered edits that are missing, and of those that appear twice.
    fileprivate mutating func add(history: [RowWriter: Int], of group: ClientGroup) {
        var missing = 0
        for editor in group.editors {
            for editID in 1..<editor.lastID + 1 where !editor.forgotten.contains(editID) {
                let writer = RowWriter(editor: editor.number, editID: editID)
                if history[writer] == nil { missing += 1 }
            }
        }
        let doubled = history.values.count { $0 > 1 }
        add("missing", "of them missing", Double(missing), "")
        add("doubled", "edits applied twice", Double(doubled), "")
        if missing + doubled > 0 { converged = false }
    }
}
