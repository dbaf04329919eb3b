/// Editors that send their next edit when one is answered.
struct ClosedLoop {
    struct Outcome {
        var tally: Tally
        var use: Window.Reading
        var bytes: Int

        var editsPerSecond: Double { Double(tally.answers) / use.seconds }
    }

    let fleet: Fleet
    let templates: [MessageTemplate]
    /// Edits that each editor has under way.
    let inFlight: Int
    let rows: Int

    init(fleet: Fleet, text: ListText, inFlight: Int, rows: Int) {
        self.fleet = fleet
        self.inFlight = max(1, min(inFlight, fleet.limits.inFlight))
        self.rows = rows
        templates = fleet.editors.map { editor in
            let list = fleet.members[editor.member].list.map { fleet.lists[$0].name } ?? ""
            return text.update(of: list, editor: editor.number)
        }
    }

    /// Edits for a while, after a quarter of that to warm up.
    func run(process: Int32?, seconds: Double, progress: any LoadProgress) throws -> Outcome {
        for editor in fleet.editors { send(editor) }
        try turn(for: seconds / 4)
        fleet.restartTally(from: MonotonicClock.now)
        let bytes = fleet.receivedBytes
        let window = try Window(process: process, loop: fleet.swarm.loop)
        let parts = max(1, Int(seconds * 4))
        for part in 0..<parts {
            progress.show(Double(part) / Double(parts), "editing")
            try turn(for: seconds / Double(parts))
        }
        return Outcome(
            tally: fleet.tally, use: try window.read(loop: fleet.swarm.loop),
            bytes: fleet.receivedBytes - bytes)
    }

    /// Goes on editing for a time; what is under way at its end stays so.
    func turn(for seconds: Double) throws {
        let end = MonotonicClock.now + MonotonicClock.nanoseconds(seconds)
        while MonotonicClock.now < end, fleet.faults.isEmpty || fleet.expectsLosses {
            try fleet.swarm.turn(until: end)
            for number in fleet.freed { send(fleet.editors[number]) }
            fleet.freed.removeAll(keepingCapacity: true)
        }
    }

    /// Sends as many edits as the editor may have under way.
    func send(_ editor: Editor) {
        guard fleet.members[editor.member].isOpen else { return }
        let now = MonotonicClock.now
        while editor.pending.count < inFlight,
            editor.batchBytes + templates[editor.number].count < fleet.limits.frameBytes - 64
        {
            editor.add(due: now) { id, output in
                templates[editor.number].append(
                    id: id, row: (id &* 37 &+ editor.number) % rows, to: &output)
            }
        }
        fleet.flush(editor)
    }
}
