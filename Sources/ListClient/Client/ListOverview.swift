/// One list among those of a server.
public struct ListOverview: Sendable, Hashable {
    /// Its id.
    public var id: String
    /// Its title.
    public var title: String
    /// The revision of its newest change.
    public var revision: Int
    /// How many rows it has.
    public var rows: Int
    /// How many sessions have it open.
    public var clients: Int
}
