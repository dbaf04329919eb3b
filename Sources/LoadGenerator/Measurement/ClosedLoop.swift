/// Editors that send their next edit when one is answered.
struct ClosedLoop {
    struct Outcome {
        var tally: Tally
        var use: Window.Reading
        var bytes: Int

        var editsPerSecond: Double { Double(tally.answers) / use.seconds }
    }

    let fleet: Fleet
    private let updates: [MessageTemplate]
    private let moves: [MessageTemplate]
    /// Edits that each editor has under way.
    let inFlight: Int
    let rows: Int
    /// Every second edit moves a row instead of giving it a new title.
    let movesToo: Bool

    init(fleet: Fleet, text: ListText, inFlight: Int, rows: Int, movesToo: Bool = false) {
        self.fleet = fleet
        self.inFlight = max(1, min(inFlight, fleet.limits.inFlight))
        self.rows = rows
        self.movesToo = movesToo
        updates = fleet.editors.map { text.update(of: fleet.listName(of: $0), editor: $0.number) }
        moves = fleet.editors.map { text.move(in: fleet.listName(of: $0)) }
        if movesToo { fleet.acceptsNoops = true }
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
            editor.batchBytes + updates[editor.number].count < fleet.limits.frameBytes - 64
        {
            editor.add(due: now) { id, output in append(id, of: editor, to: &output) }
        }
        fleet.flush(editor)
    }

    private func append(_ id: Int, of editor: Editor, to output: inout [UInt8]) {
        // Strides that have no divisor in common with the length visit every row.
        let row = (id &* 7_919 &+ editor.number &* 31) % rows
        if movesToo, id.isMultiple(of: 2) {
            moves[editor.number].append(
                id: id, row: row, index: (id &* 104_729) % rows, to: &output)
        } else {
            updates[editor.number].append(id: id, row: row, to: &output)
        }
    }
}
