import Glibc

/// Many readers of a list that is too long to send whole: openings, a join storm, scrolling.
package struct WindowedReaders: Scenario {
    var rows: Int
    var readers: Int
    /// Rows of a reader's window; nil: each gets the whole list.
    var window: Int?
    /// Rows of a request, which follow those of the one before.
    var step: Int
    /// Openings that are measured one by one, half of them right after an edit.
    var opens: Int
    /// Seconds between two requests of a reader.
    var pause: Double
    /// Edits a second while they scroll.
    var rate: Double
    /// Seconds of scrolling.
    var seconds: Double

    package init(
        rows: Int, readers: Int, window: Int?, step: Int, opens: Int, pause: Double,
        rate: Double, seconds: Double
    ) {
        self.rows = rows
        self.readers = readers
        self.window = window
        self.step = step
        self.opens = opens
        self.pause = pause
        self.rate = rate
        self.seconds = seconds
    }

    package var clientCount: Int { max(readers, opens) + 1 }

    package func run(_ context: LoadContext) throws -> ScenarioResult {
        var result = ScenarioResult("longlist")
        result.set("rows", "rows", rows)
        result.set("readers", "readers", readers)
        result.set("window", "rows of a window (0: the whole list)", window ?? 0)
        let name = try LongList(context: context, rows: rows).make(0)
        defer { context.deleteList(name) }
        try measureOpenings(of: name, context, &result)
        if let server = context.server {
            context.progress.show(nil, "starting the server again")
            server.kill()
            try server.start()
            try server.waitUntilReady()
        }
        let group = try join(name, context, &result)
        try scroll(group, context, &result)
        try Convergence(context: context, group: group).check(&result)
        return result
    }

    /// A group whose first client edits, and whose others open the list each at another place.
    private func makeGroup(
        _ name: String, key: String, clients: Int, _ context: LoadContext
    ) throws -> (group: ClientGroup, list: Int) {
        let group = try ClientGroup(context, runKey: "\(context.runKey)-\(key)")
        let (rows, share) = (rows, max(1, rows / max(clients, 1)))
        group.window = window.map { window in
            OpeningWindow(index: { $0 * share % rows }, rows: window)
        }
        return (group, group.addList(name))
    }

    // MARK: One by one

    /// Measures openings of the list as it is, and right after an edit.
    private func measureOpenings(
        of name: String, _ context: LoadContext, _ result: inout ScenarioResult
    ) throws {
        let (group, list) = try makeGroup(name, key: "o", clients: opens, context)
        let editor = try group.addEditor(list: list)
        try group.waitUntilReady()
        let loop = ClosedLoop(group: group, text: context.text, inFlight: 1, rows: rows)
        var quiet: [Double] = []
        var edited: [Double] = []
        var bytes: [Double] = []
        for number in 0..<opens {
            context.progress.show(Double(number) / Double(opens), "opening the list")
            let isEdited = number.isMultiple(of: 2)
            try group.addClient(list: nil)
            try group.waitUntilReady()
            // Presence of the one before is sent meanwhile.
            _ = try group.loop.turn(seconds: 0.1) { false }
            if isEdited {
                loop.send(editor)
                _ = try group.waitUntilQuiet(seconds: 10)
            }
            let before = group.receivedBytes
            let use = try context.window(group, isShort: true)
            group.open(list, by: group.clients.count - 1)
            try group.waitUntilReady()
            let server = try use.read(loop: group.loop.utilization).serverMicroseconds
            bytes.append(Double(group.receivedBytes - before) / 1_000)
            guard let server else { continue }
            if isEdited { edited.append(server / 1_000) } else { quiet.append(server / 1_000) }
        }
        result.add("open.bytes", "received to open it", bytes.median, "kB")
        if !quiet.isEmpty, !edited.isEmpty {
            result.add("open.cpu", "server CPU, an opening", quiet.median, "ms")
            result.add(
                "open.edited.cpu", "server CPU, an opening right after an edit", edited.median, "ms"
            )
        }
        for connection in group.loop.connections { group.loop.cut(connection) }
    }

    // MARK: All at once

    private func join(
        _ name: String, _ context: LoadContext, _ result: inout ScenarioResult
    ) throws -> ClientGroup {
        let (group, list) = try makeGroup(name, key: "r", clients: readers, context)
        context.progress.show(nil, "\(readers) readers open the list")
        let use = try context.window(group)
        let start = MonotonicClock.now
        _ = try group.addEditor(list: list)
        for _ in 0..<readers { try group.addClient(list: list) }
        try group.waitUntilReady(seconds: 300)
        let storm = try use.read(loop: group.loop.utilization)
        var waits = Latencies()
        for client in group.clients { waits.record(nanoseconds: client.openedAt - start) }
        let count = Double(group.clients.count)
        result.add("storm.time", "until all had the list", storm.seconds * 1_000, "ms")
        result.addLatencies("storm.wait", "until a reader had it", waits)
        if let server = storm.serverMicroseconds {
            result.add("storm.cpu.client", "server CPU, a reader that joins", server / count, "µs")
        }
        result.add(
            "storm.received", "received to join", Double(group.receivedBytes) / count / 1_000, "kB")
        if let memory = storm.memory {
            result.add(
                "storm.memory", "server memory, with all of them", Double(memory) / 1_048_576,
                "MiB")
        }
        if storm.isGeneratorLimited { result.noteGeneratorLimit(storm) }
        return group
    }

    private func scroll(
        _ group: ClientGroup, _ context: LoadContext, _ result: inout ScenarioResult
    ) throws {
        context.progress.show(nil, "scrolling")
        var loop = ScrollLoop(
            group: group, text: context.text, rows: rows, step: window == nil ? nil : step,
            pause: pause, rate: rate)
        try loop.run(seconds: seconds / 4)
        group.restartCounters(from: MonotonicClock.now)
        let (bytes, asked) = (group.receivedBytes, loop.asked)
        let use = try context.window(group)
        try loop.run(seconds: seconds)
        let usage = try use.read(loop: group.loop.utilization)
        let counters = group.counters
        let count = loop.asked - asked
        if window != nil {
            result.add("asked", "requests for rows a second", Double(count) / usage.seconds, "1/s")
            result.addLatencies("rows", "request due to answered", counters.queryLatencies)
            result.add("held", "requests that waited for the one before", Double(loop.held), "")
            if let server = usage.serverMicroseconds {
                result.add(
                    "rows.cpu", "server CPU, a request, edits and all",
                    server / Double(max(count, 1)), "µs")
            }
        }
        result.addLatencies("answer", "edit due to answered", counters.answerLatencies)
        result.add(
            usage, edits: counters.answers, deliveries: counters.deliveries,
            bytes: group.receivedBytes - bytes)
        let isAnswered = try group.loop.turn(seconds: 30) {
            group.clients.allSatisfy { $0.query == nil } || !group.faults.isEmpty
        }
        if !isAnswered {
            result.converged = false
            result.notes.append("after 30 s some requests for rows have no answer")
        }
    }
}

/// Readers that ask for their next rows at a steady pace, while one client edits.
private struct ScrollLoop {
    /// The first client is the editor, the others are the readers.
    let group: ClientGroup
    private let update: MessageTemplate
    private let rows: Int
    /// Rows of a request; nil: no reader asks.
    private let step: Int?
    /// Nanoseconds between two requests of all readers together, and between two edits.
    private let askInterval: Double
    private let editInterval: Double
    private let start = MonotonicClock.now
    /// Requests and edits that were due so far.
    private var dueAsks = 0
    private var dueEdits = 0
    /// Requests that were sent.
    private(set) var asked = 0
    /// Requests that were not sent when due, since the reader's last one had no answer yet.
    private(set) var held = 0

    init(
        group: ClientGroup, text: SyntheticList, rows: Int, step: Int?, pause: Double, rate: Double
    ) {
        self.group = group
        self.rows = rows
        self.step = step
        askInterval = pause * 1e9 / Double(group.clients.count - 1)
        editInterval = 1e9 / rate
        update = text.update(of: group.lists[0].name, editor: 0)
    }

    mutating func run(seconds: Double) throws {
        let end = MonotonicClock.now + MonotonicClock.nanoseconds(seconds)
        while case let now = MonotonicClock.now, now < end, group.faults.isEmpty {
            ask(until: now)
            edit(until: now)
            let next = step == nil ? end : start + Int64(Double(dueAsks + 1) * askInterval)
            let nextEdit = start + Int64(Double(dueEdits + 1) * editInterval)
            try group.loop.turn(until: min(end, next, nextEdit))
            group.clearAnsweredEditors()
        }
    }

    private mutating func ask(until now: Int64) {
        guard let step, let window = group.window else { return }
        let readers = group.clients.count - 1
        while case let due = start + Int64(Double(dueAsks + 1) * askInterval), due <= now {
            let reader = 1 + dueAsks % readers
            dueAsks += 1
            guard group.clients[reader].query == nil else {
                held += 1
                continue
            }
            let row = window.index(reader) + window.rows + group.clients[reader].asked * step
            group.ask(reader, at: row % rows, rows: step, due: due)
            asked += 1
        }
    }

    private mutating func edit(until now: Int64) {
        let editor = group.editors[0]
        while case let due = start + Int64(Double(dueEdits + 1) * editInterval), due <= now {
            dueEdits += 1
            guard editor.pending.count < group.limits.inFlight else { continue }
            editor.add(due: due) { id, output in
                // Other rows than those that were edited before the openings, by the same numbers.
                update.append(id: id, row: (id &* 7_919 &+ 1) % rows, to: &output)
            }
        }
        group.flush(editor)
    }
}

extension [Double] {
    /// The middle one, the upper of two; 0 where there is none.
    fileprivate var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
