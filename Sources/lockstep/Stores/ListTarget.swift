import ListProtocol

/// Where lists are made: a store at rest, or a server that runs.
protocol ListTarget: Sendable {
    /// The ids that are taken.
    func lists() async throws -> Set<ListID>

    /// Makes a list; where that fails, none of it is left.
    ///
    /// - Parameter progress: Told of rows as they are made.
    func create(_ list: CreateList, progress: @escaping @Sendable (Int) -> Void) async throws

    func close() async
}
