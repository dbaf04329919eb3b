import ListEditing
import ListProtocol

/// Where lists are read from: a store, or a server that runs.
protocol ListSource: Sendable {
    /// Every list's id, ascending.
    func lists() async throws -> [ListID]

    /// The list as it stands; nil where there is none of that id.
    func state(of list: ListID) async throws -> ListState?

    /// What can be saved of a list that is damaged; nil where there is none of that id.
    ///
    /// - Throws: `CommandError` where lists are not read from a store.
    func salvage(_ list: ListID) async throws -> SalvagedList?

    /// Copies the whole store into the file `path`, which is not there yet, marked as a backup.
    ///
    /// - Parameter progress: Told of what is done of how much, both in KiB.
    func backup(to path: String, progress: @escaping @Sendable (Int, Int) -> Void) async throws

    /// Ends the reading.
    ///
    /// - Throws: Where what was read cannot be relied on.
    func close() async throws
}

/// What was saved of a list.
struct SalvagedList: Sendable {
    /// Nil where nothing can be read.
    var state: ListState?
    /// The list's newest revision, as the store says.
    var revision: Int
    /// What is wrong, for people; empty where all of it can be read.
    var problems: [String]
}

extension ListSource {
    func salvage(_ list: ListID) async throws -> SalvagedList? {
        throw CommandError("only a store can be salvaged, where it lies: give --store")
    }
}
