import ListEditing
import ListProtocol

/// Where lists are read from: a store, or a server that runs.
protocol ListSource: Sendable {
    /// Every list's id, ascending.
    func lists() async throws -> [ListID]

    /// The list as it stands; nil where there is none of that id.
    func state(of list: ListID) async throws -> ListState?

    /// Copies the whole store into the file `path`, which is not there yet, marked as a backup.
    ///
    /// - Parameter progress: Told of what is done of how much, both in KiB.
    func backup(to path: String, progress: @escaping @Sendable (Int, Int) -> Void) async throws

    /// Ends the reading.
    ///
    /// - Throws: Where what was read cannot be relied on.
    func close() async throws
}
