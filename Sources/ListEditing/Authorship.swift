/// Who last changed a row's fields and gave it its place: what `ifRevision` and undo ask for.
///
/// Stored with snapshots, never sent.
public struct Authorship: Hashable, Sendable {
    /// The revision of the last set that changed the row's fields (its insert counts); 0: created
    /// with the list.
    public var revision: Int
    /// The client that made that set.
    public var client: ClientID
    /// The revision of the last such set by any other client than `client`; 0: none.
    public var otherRevision: Int
    /// Ascending by name: the fields whose value is of another revision than `revision`, and
    /// fields that were removed.
    public var marks: [FieldMark]
    /// The revision of the set that gave the row its place (its insert counts); after an undo, of
    /// the set whose place came back; 0: created with the list.
    public var placed: Int

    /// Makes a row's authorship.
    public init(
        revision: Int, client: ClientID, otherRevision: Int, marks: [FieldMark], placed: Int = 0
    ) {
        self.revision = revision
        self.client = client
        self.otherRevision = otherRevision
        self.marks = marks
        self.placed = placed
    }
}
