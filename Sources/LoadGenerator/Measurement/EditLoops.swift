/// Edits that are due at a steady rate, sent by the editors of a fleet in turn.
struct OpenLoop {
    /// What came of one rate.
    struct Outcome {
        var rate: Double
        var edits: Int
        var tally: Tally
        var use: Window.Reading
        /// Bytes that the clients received.
        var bytes: Int
        /// The part of the edits that had to wait for answers to earlier ones.
        var heldBackShare: Double
        /// Every edit was sent, and arrived everywhere.
        var isWhole: Bool

        var achieved: Double { Double(tally.answers) / use.seconds }
        var microsecondsPerEdit: Double? {
            use.serverMicroseconds.map { $0 / Double(max(tally.answers, 1)) }
        }
        var microsecondsPerDelivery: Double? {
            use.serverMicroseconds.map { $0 / Double(max(tally.deliveries, 1)) }
        }
    }

    /// Frames follow each other no faster: edits that are due in between go out together.
    static let pause: Int64 = 200_000

    let fleet: Fleet
    let templates: [MessageTemplate]
    let rate: Double
    let seconds: Double
    let rows: Int
    /// An edit that had to wait that long ends the run: this rate is lost.
    let giveUp: Int64

    init(
        fleet: Fleet, text: ListText, rate: Double, seconds: Double, rows: Int,
        giveUpMilliseconds: Double
    ) {
        self.fleet = fleet
        self.rate = rate
        self.seconds = seconds
        self.rows = rows
        giveUp = Int64(giveUpMilliseconds * 1e6)
        templates = fleet.editors.map { text.update(of: fleet.listName(of: $0), editor: $0.number) }
    }

    func run(process: Int32?) throws -> Outcome {
        let start = MonotonicClock.now
        let interval = 1e9 / rate
        let measured = start + MonotonicClock.nanoseconds(seconds / 4)
        let end = start + MonotonicClock.nanoseconds(seconds * 1.25)
        var sent = 0
        var window: Window?
        var sentBefore = 0
        var bytesBefore = 0
        var heldBack = 0
        var heldThrough = 0
        var isLost = false
        fleet.restartTally(from: measured)
        while true {
            let now = MonotonicClock.now
            if window == nil, now >= measured {
                fleet.restartTally(from: measured)
                window = try Window(process: process, loop: fleet.swarm.loop)
                sentBefore = sent
                bytesBefore = fleet.receivedBytes
                heldBack = 0
            }
            guard now < end, !isLost, fleet.faults.isEmpty else { break }
            let due = Int(Double(now - start) / interval) + 1
            send(&sent, upTo: due, start: start, interval: interval)
            if sent < due {
                heldBack += max(0, due - max(heldThrough, sent))
                heldThrough = due
                isLost = now - (start + Int64(Double(sent) * interval)) > giveUp
            }
            fleet.freed.removeAll(keepingCapacity: true)
            let nextDue = start + Int64(Double(max(sent, due)) * interval)
            try fleet.swarm.turn(until: min(end, max(nextDue, now + OpenLoop.pause)))
        }
        return try finish(
            window, sent: sent - sentBefore, heldBack: heldBack, isLost: isLost,
            bytesBefore: bytesBefore, process: process)
    }

    /// Sends what is due, as far as the editors may.
    private func send(_ sent: inout Int, upTo due: Int, start: Int64, interval: Double) {
        guard sent < due else { return }
        let editors = fleet.editors
        for editor in editors {
            var room = fleet.limits.inFlight - editor.pending.count
            // One editor after the other takes as many as it may.
            while sent < due, room > 0,
                editor.batchBytes + templates[editor.number].count < fleet.limits.frameBytes - 64
            {
                let time = start + Int64(Double(sent) * interval)
                editor.add(due: time) { id, output in
                    templates[editor.number].append(
                        id: id, row: (id &* 7_919 &+ editor.number &* 31) % rows, to: &output)
                }
                sent += 1
                room -= 1
            }
            fleet.flush(editor)
        }
    }

    /// Waits for what is under way and sums up.
    private func finish(
        _ window: Window?, sent: Int, heldBack: Int, isLost: Bool, bytesBefore: Int,
        process: Int32?
    ) throws -> Outcome {
        let window = try window ?? Window(process: process, loop: fleet.swarm.loop)
        let isQuiet = try fleet.waitUntilQuiet(seconds: 20)
        return Outcome(
            rate: rate, edits: sent, tally: fleet.tally,
            use: try window.read(loop: fleet.swarm.loop), bytes: fleet.receivedBytes - bytesBefore,
            heldBackShare: min(1, Double(heldBack) / Double(max(sent, 1))),
            isWhole: isQuiet && !isLost && fleet.faults.isEmpty)
    }
}
