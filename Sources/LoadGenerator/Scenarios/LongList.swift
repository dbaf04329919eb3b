/// Makes lists that are too long to be made at once.
struct LongList {
    let context: LoadContext
    let rows: Int

    /// Makes the list and adds its rows, as many in an edit as a frame takes.
    ///
    /// - Returns: Its name.
    func make(_ number: Int) throws -> String {
        let first = min(rows, 100)
        let name = try context.makeList(number, rows: first)
        guard rows > first else { return name }
        let fleet = try Fleet(context.address, runKey: "\(context.runKey)-s\(number)")
        let editor = try fleet.addEditor(list: fleet.addList(name))
        try fleet.waitUntilReady()
        let share = min(500, fleet.limits.frameBytes / 2 / (context.text.rowBytes + 150))
        var next = first
        while next < rows {
            context.progress.show(Double(next) / Double(rows), "adding \(rows) rows")
            let batch = next..<min(rows, next + max(share, 1))
            editor.add(due: MonotonicClock.now) { id, output in
                output += context.text.insertion(into: name, id: id, rows: batch)
            }
            fleet.flush(editor)
            next = batch.upperBound
            let hasRoom = try fleet.swarm.turn(seconds: 60) {
                editor.pending.count < 4 || !fleet.faults.isEmpty
            }
            guard hasRoom, fleet.faults.isEmpty else { break }
        }
        guard try fleet.waitUntilQuiet(seconds: 60), fleet.faults.isEmpty else {
            throw LoadError(
                "\(rows) rows cannot be added: \(fleet.faults.texts.first ?? "no answer")")
        }
        return name
    }
}
