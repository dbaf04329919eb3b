extension ListClient {
    /// Opens a list, and keeps it in step from here on.
    ///
    /// - Parameter authors: Whether its rows tell who inserted and last changed them (`Row.added`,
    ///   `Row.by`). Without it, or where the server does not have that in its `features`, they tell what
    ///   happens from here on.
    /// - Throws: `ListClientError.noList` where there is none for this client, `.unavailable` where it
    ///   cannot be read now (unless ``ClientOptions/waitsForServer``), `.openOtherwise`, `.stopped`, and
    ///   `.cancelled` with the task.
    public func open(
        _ id: String, authors: Bool = false
    ) async throws(ListClientError) -> SharedList {
        let list = try await attach(to: id, window: nil, authors)
        return SharedList(id: id, client: self, list: list)
    }

    /// Opens a list that may be too long to hold all of it: its sections, and the rows of a window.
    ///
    /// Others are asked for as they are read. Without windows a server sends all. Throws as
    /// ``open(_:authors:)``.
    public func open(
        _ id: String, window: RowWindow, authors: Bool = false
    ) async throws(ListClientError) -> WindowedList {
        let list = try await attach(to: id, window: window, authors)
        return WindowedList(id: id, client: self, list: list)
    }
}
