/// Who last changed a row's fields and gave it its place: what `ifRevision` and undo ask for.
///
/// Stored with snapshots, never sent. Values that compare unequal may still mean the same for a
/// row's fields (`FieldMarks`); rows are compared by that meaning.
public struct Authorship: Hashable, Sendable {
    /// The revision of the last set that changed the row's fields (its insert counts); 0: created
    /// with the list.
    public var revision: Int
    /// The client that made that set.
    public var client: ClientID
    /// The revision of the last such set by any other client than `client`; 0: none.
    public var otherRevision: Int
    /// The fields whose value is of another revision than `revision`, and fields that were removed.
    var fieldMarks: FieldMarks
    /// The revision of the set that gave the row its place (its insert counts); after an undo, of
    /// the set whose place came back; 0: created with the list.
    public var placed: Int

    /// Makes a row's authorship.
    ///
    /// - Parameter marks: the fields whose value is of another revision than `revision`, and fields
    ///   that were removed.
    public init(
        revision: Int, client: ClientID, otherRevision: Int, marks: [FieldMark], placed: Int = 0
    ) {
        self.revision = revision
        self.client = client
        self.otherRevision = otherRevision
        fieldMarks = FieldMarks(marks, common: revision)
        self.placed = placed
    }

    /// The fields whose value is of another revision than `revision`, and fields that were removed,
    /// ascending by name: what is stored.
    ///
    /// - Parameter fields: the fields of the row.
    /// - Complexity: O(n) in fields and marks; O(1) where all fields are of `revision`.
    public func marks(of fields: Fields) -> [FieldMark] {
        fieldMarks.isEmpty
            ? [] : fieldMarks.spelledOut(fields, own: revision, leavesOutOwn: true)
    }

    /// All marks of a row, as they come back with a deleted row.
    ///
    /// - Complexity: O(n) in fields and marks.
    func allMarks(of fields: Fields) -> [FieldMark] {
        fieldMarks.spelledOut(fields, own: revision, leavesOutOwn: false)
    }

    /// Whether no set has changed or placed the row since its list was made, which is not stored.
    var isThatOfTheList: Bool { revision == 0 && placed == 0 }

    /// The newest set by any other client than `author` that changed the row's fields; 0: none.
    func revision(otherThanOf author: ClientID) -> Int {
        client == author ? otherRevision : revision
    }

    /// The revision that a field's value is of, or that removed it; `revision` where nothing is known
    /// of it.
    ///
    /// - Parameter isThere: whether the row had the field after the set that was noted last.
    /// - Complexity: O(log n) in the marks.
    func mark(of name: String, isThere: Bool) -> Int {
        fieldMarks.revision(of: name, isThere: isThere) ?? revision
    }

    /// Notes the set `number` by `author`, which changed fields of a row.
    ///
    /// - Parameters:
    ///   - changes: what it changed.
    ///   - fields: the row's fields after it.
    ///   - restored: marks (ascending by name) that the set put back, instead of its own revision.
    /// - Returns: the authorship before it, and by how much the stored marks grow in bytes.
    /// - Complexity: that of `FieldMarks.renew`.
    mutating func renew(
        _ changes: [FieldChange], of fields: Fields, in number: Int, by author: ClientID,
        restored: [FieldMark]
    ) -> (former: FormerAuthorship, bytes: Int) {
        let (former, bytes) = fieldMarks.renew(
            changes, of: fields, from: revision, to: number, restored: restored)
        let before = FormerAuthorship(
            revision: revision, client: client, otherRevision: otherRevision, placed: placed,
            marks: former)
        if client != author { otherRevision = revision }
        revision = number
        client = author
        return (before, bytes)
    }

    /// Puts back what `renew` gave.
    mutating func putBack(_ former: FormerAuthorship) {
        revision = former.revision
        client = former.client
        otherRevision = former.otherRevision
        placed = former.placed
        fieldMarks.putBack(former.marks)
    }

    /// Whether both say the same of rows with these fields.
    ///
    /// - Complexity: O(n) in fields and marks.
    func says(the same: Authorship, of fields: Fields) -> Bool {
        if self == same { return true }
        return revision == same.revision && client == same.client
            && otherRevision == same.otherRevision && placed == same.placed
            && marks(of: fields) == same.marks(of: fields)
    }
}

/// An authorship before a set, without holding on to its marks: they are changed in place.
struct FormerAuthorship {
    var revision: Int
    var client: ClientID
    var otherRevision: Int
    var placed: Int
    var marks: FieldMarks.Former
}
