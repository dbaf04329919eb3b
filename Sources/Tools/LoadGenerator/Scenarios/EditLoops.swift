/// An open loop: edits that are due at a steady rate, shared out among the editors of a group.
struct OpenLoop {
    /// Which editor sends an edit that is due.
    enum Sharing {
        /// The first that may have another unanswered edit; edits that are due together share its frame.
        case first
        /// One after the other, each edit in a frame of its own.
        case inTurn
    }

    /// The shortest time between two frames, in nanoseconds: edits due in between share a frame.
    static let pause: Int64 = 200_000

    let group: ClientGroup
    let templates: [MessageTemplate]
    let rate: Double
    let seconds: Double
    let rows: Int
    let sharing: Sharing
    /// An edit that waits longer than this, in nanoseconds, ends the run: the rate is missed.
    let giveUp: Int64

    init(
        group: ClientGroup, text: SyntheticList, rate: Double, seconds: Double, rows: Int,
        sharing: Sharing = .first, giveUpMilliseconds: Double
    ) {
        self.group = group
        self.sharing = sharing
        self.rate = rate
        self.seconds = seconds
        self.rows = rows
        giveUp = Int64(giveUpMilliseconds * 1e6)
        templates = group.editors.map { text.update(of: group.listName(of: $0), editor: $0.number) }
    }

    func run(meter: ServerMeter) throws -> OpenLoopResult {
        let start = MonotonicClock.now
        let interval = 1e9 / rate
        let measured = start + MonotonicClock.nanoseconds(seconds / 4)
        let end = start + MonotonicClock.nanoseconds(seconds * 1.25)
        var sent = 0
        var window: UsageWindow?
        var sentBefore = 0
        var bytesBefore = 0
        var heldBack = 0
        var heldThrough = 0
        var isLost = false
        group.restartCounters(from: measured)
        while true {
            let now = MonotonicClock.now
            if window == nil, now >= measured {
                window = try UsageWindow(meter, loop: group.loop.utilization)
                group.restartCounters(from: max(measured, MonotonicClock.now))
                sentBefore = sent
                bytesBefore = group.receivedBytes
                heldBack = 0
            }
            guard now < end, !isLost, group.faults.isEmpty else { break }
            let due = Int(Double(now - start) / interval) + 1
            switch sharing {
            case .first: send(&sent, upTo: due, start: start, interval: interval)
            case .inTurn: sendInTurn(&sent, upTo: due, start: start, interval: interval)
            }
            if sent < due {
                heldBack += max(0, due - max(heldThrough, sent))
                heldThrough = due
                isLost = now - (start + Int64(Double(sent) * interval)) > giveUp
            }
            group.clearAnsweredEditors()
            let nextDue = start + Int64(Double(max(sent, due)) * interval)
            try group.loop.turn(until: min(end, max(nextDue, now + OpenLoop.pause)))
        }
        return try finish(
            window, sent: sent - sentBefore, heldBack: heldBack, isLost: isLost,
            bytesBefore: bytesBefore, meter: meter)
    }

    /// Sends the edits that are due, as far as `limits.inFlight` allows.
    private func send(_ sent: inout Int, upTo due: Int, start: Int64, interval: Double) {
        guard sent < due else { return }
        let editors = group.editors
        for editor in editors {
            var room = group.limits.inFlight - editor.pending.count
            // One editor after the other takes as many as its limit allows.
            while sent < due, room > 0,
                editor.batchBytes + templates[editor.number].count < group.limits.frameBytes - 64
            {
                let time = start + Int64(Double(sent) * interval)
                add(to: editor, due: time)
                sent += 1
                room -= 1
            }
            group.flush(editor)
        }
    }

    /// Sends the edits that are due, up to the first whose editor has `limits.inFlight` unanswered.
    private func sendInTurn(_ sent: inout Int, upTo due: Int, start: Int64, interval: Double) {
        while sent < due {
            let editor = group.editors[sent % group.editors.count]
            guard editor.pending.count < group.limits.inFlight else { return }
            add(to: editor, due: start + Int64(Double(sent) * interval))
            group.flush(editor)
            sent += 1
        }
    }

    private func add(to editor: Editor, due: Int64) {
        editor.add(due: due) { id, output in
            templates[editor.number].append(
                id: id, row: (id &* 7_919 &+ editor.number &* 31) % rows, to: &output)
        }
    }

    /// Waits for the unanswered edits and sums up.
    private func finish(
        _ window: UsageWindow?, sent: Int, heldBack: Int, isLost: Bool, bytesBefore: Int,
        meter: ServerMeter
    ) throws -> OpenLoopResult {
        let window = try window ?? UsageWindow(meter, loop: group.loop.utilization)
        let isQuiet = try group.waitUntilQuiet(seconds: 20)
        return OpenLoopResult(
            rate: rate, counters: group.counters,
            use: try window.read(loop: group.loop.utilization),
            bytes: group.receivedBytes - bytesBefore,
            heldBackShare: min(1, Double(heldBack) / Double(max(sent, 1))),
            isWhole: isQuiet && !isLost && group.faults.isEmpty)
    }
}

/// The measurements at one rate.
struct OpenLoopResult {
    var rate: Double
    var counters: LoadCounters
    var use: WindowUsage
    /// The bytes that the clients received.
    var bytes: Int
    /// The share of the edits that waited for answers to earlier ones, from 0 to 1.
    var heldBackShare: Double
    /// Whether every edit was sent, and reached every client.
    var isWhole: Bool

    /// Answered edits a second.
    var achieved: Double { Double(counters.answers) / use.seconds }
    var microsecondsPerEdit: Double? {
        use.serverMicroseconds.map { $0 / Double(max(counters.answers, 1)) }
    }
    var microsecondsPerDelivery: Double? {
        use.serverMicroseconds.map { $0 / Double(max(counters.deliveries, 1)) }
    }
}

/// A closed loop: editors that send the next edit when one is answered.
struct ClosedLoop {
    let group: ClientGroup
    private let updates: [MessageTemplate]
    private let moves: [MessageTemplate]
    /// The number of unanswered edits of each editor.
    let inFlight: Int
    let rows: Int
    /// Whether every second edit moves a row instead of giving it a new title.
    let movesToo: Bool

    init(group: ClientGroup, text: SyntheticList, inFlight: Int, rows: Int, movesToo: Bool = false)
    {
        self.group = group
        self.inFlight = max(1, min(inFlight, group.limits.inFlight))
        self.rows = rows
        self.movesToo = movesToo
        updates = group.editors.map { text.update(of: group.listName(of: $0), editor: $0.number) }
        moves = group.editors.map { text.move(in: group.listName(of: $0)) }
        if movesToo { group.acceptsNoops = true }
    }

    /// Edits for that many seconds, after a quarter of that as warm-up.
    func run(meter: ServerMeter, seconds: Double, progress: any LoadProgress) throws
        -> ClosedLoopResult
    {
        for editor in group.editors { send(editor) }
        try turn(for: seconds / 4)
        let window = try UsageWindow(meter, loop: group.loop.utilization)
        group.restartCounters(from: MonotonicClock.now)
        let bytes = group.receivedBytes
        let parts = max(1, Int(seconds * 4))
        for part in 0..<parts {
            progress.show(Double(part) / Double(parts), "editing")
            try turn(for: seconds / Double(parts))
        }
        return ClosedLoopResult(
            counters: group.counters, use: try window.read(loop: group.loop.utilization),
            bytes: group.receivedBytes - bytes)
    }

    /// Edits for that many seconds; does not wait for the last answers.
    func turn(for seconds: Double) throws {
        let end = MonotonicClock.now + MonotonicClock.nanoseconds(seconds)
        while MonotonicClock.now < end, group.faults.isEmpty || group.expectsLosses {
            try group.loop.turn(until: end)
            for number in group.answeredEditors { send(group.editors[number]) }
            group.clearAnsweredEditors()
        }
    }

    /// Sends as many edits as the editor may have unanswered.
    func send(_ editor: Editor) {
        guard group.clients[editor.client].isOpen else { return }
        let now = MonotonicClock.now
        while editor.pending.count < inFlight,
            editor.batchBytes + updates[editor.number].count < group.limits.frameBytes - 64
        {
            editor.add(due: now) { id, output in append(id, of: editor, to: &output) }
        }
        group.flush(editor)
    }

    private func append(_ id: Int, of editor: Editor, to output: inout [UInt8]) {
        // A stride that has no divisor in common with the number of rows visits every row.
        let row = (id &* 7_919 &+ editor.number &* 31) % rows
        if movesToo, id.isMultiple(of: 2) {
            moves[editor.number].append(
                id: id, row: row, index: (id &* 104_729) % rows, to: &output)
        } else {
            updates[editor.number].append(id: id, row: row, to: &output)
        }
    }
}
