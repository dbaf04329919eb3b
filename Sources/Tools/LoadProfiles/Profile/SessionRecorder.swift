package import ListClient
import ListEditing

/// Turns change sets into the operations of a recording.
package struct SessionRecorder {
    private var numbers: [ClientID: Int] = [:]

    /// A recorder that has seen no client.
    package init() {}

    /// The operation that made a change; nil where it is none that users of a test do.
    ///
    /// - Parameter time: Seconds since the start of the recording.
    package mutating func step(for change: ListChange, at time: Double) -> Recording.Step? {
        guard let client = change.client, let operation = Self.operation(change) else { return nil }
        let number = numbers[client] ?? numbers.count
        numbers[client] = number
        return Recording.Step(at: time, client: number, operation: operation)
    }

    private static func operation(_ change: ListChange) -> UserOperation? {
        let changes = change.changes
        if change.undoes != nil { return .undo }
        if !changes.insertedRows.isEmpty { return changes.insertedRows.count > 1 ? .paste : .add }
        if !changes.movedRows.isEmpty { return .drag }
        if !changes.deletedRows.isEmpty { return .delete }
        guard let update = changes.updatedRows.first else { return nil }
        return update.fields.contains { $0.name == "done" } ? .tick : .rename
    }
}
