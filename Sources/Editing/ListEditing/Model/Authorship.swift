/// Who last changed a row's fields, who inserted it, and the revisions of its fields and its place.
///
/// `ifRevision` and undo are decided by revisions and clients, never by times and users, which are there
/// to be told (`Row.by`, `Row.added`). It is stored with snapshots. Unequal values may have the same
/// meaning for a row's fields (`FieldMarks`); `Row` compares that meaning.
public struct Authorship: Hashable, Sendable {
    /// The revision of the last set that changed the row's fields (its insert counts); 0: created
    /// with the list.
    public var revision: Int
    /// Whose edit that set is; nil: created with the list.
    public var author: RowAuthor?
    /// The time of that set in Unix milliseconds; 0: not known.
    public var at: Int
    /// The edit that inserted the row; nil: created with the list, or not known.
    public var added: RowStamp?
    /// The revision of the last such set by any other client than that of `author`; 0: none.
    public var otherRevision: Int
    /// The fields whose value has another revision than `revision`, and fields that were removed.
    var fieldMarks: FieldMarks
    /// The revision of the set that placed the row (its insert counts); after an undo, of the set
    /// whose place was restored; 0: created with the list.
    public var placed: Int

    /// Creates a row's authorship.
    ///
    /// - Parameter marks: the fields whose value has another revision than `revision`, and fields
    ///   that were removed.
    public init(
        revision: Int, author: RowAuthor?, at: Int = 0, added: RowStamp? = nil,
        otherRevision: Int, marks: [FieldMark], placed: Int = 0
    ) {
        self.revision = revision
        self.author = author
        self.at = at
        self.added = added
        self.otherRevision = otherRevision
        fieldMarks = FieldMarks(marks, common: revision)
        self.placed = placed
    }

    /// The authorship of a row that was created with its list.
    public static let createdWithList = Authorship(
        revision: 0, author: nil, otherRevision: 0, marks: [])

    /// The authorship of a row of which no more is known than who inserted it and last changed its
    /// fields, as far as that is.
    public init(by: RowStamp?, added: RowStamp?) {
        self.init(
            revision: by?.revision ?? 0, author: by?.author, at: by?.at ?? 0, added: added,
            otherRevision: 0, marks: [])
    }

    /// The set that last changed the row's fields; nil: it is not known, or there is none.
    public var by: RowStamp? {
        guard at > 0, let author else { return nil }
        return RowStamp(author: author, revision: revision, at: at)
    }

    /// The fields whose value has another revision than `revision`, and fields that were removed,
    /// ascending by name, as they are stored.
    ///
    /// - Parameter fields: the fields of the row.
    /// - Complexity: O(n) in fields and marks; O(1) if all fields have `revision`.
    public func marks(of fields: Fields) -> [FieldMark] {
        fieldMarks.isEmpty
            ? [] : fieldMarks.explicit(fields, own: revision, leavesOutOwn: true)
    }

    /// All marks of a row, for restoring it after it was deleted.
    ///
    /// - Complexity: O(n) in fields and marks.
    func allMarks(of fields: Fields) -> [FieldMark] {
        fieldMarks.explicit(fields, own: revision, leavesOutOwn: false)
    }

    /// Whether no set has changed or placed the row since its list was created; such an authorship
    /// is not stored.
    var isInitial: Bool { revision == 0 && placed == 0 }

    /// The newest set by any other client than `client` that changed the row's fields; 0: none.
    func revision(otherThanOf client: ClientID) -> Int {
        author?.client == client ? otherRevision : revision
    }

    /// The revision that set or removed a field; `revision` if the field is unknown.
    ///
    /// - Parameter isThere: whether the row had the field after the last set that changed its
    ///   fields.
    /// - Complexity: O(log n) in the marks.
    func mark(of name: String, isThere: Bool) -> Int {
        fieldMarks.revision(of: name, isThere: isThere) ?? revision
    }

    /// Records that the set `number` by `author` changed fields of the row.
    ///
    /// - Parameters:
    ///   - time: the time of the set in Unix milliseconds; 0: not known.
    ///   - changes: what it changed.
    ///   - fields: the row's fields after it.
    ///   - restored: marks (ascending by name) that the set restored, instead of its own revision.
    /// - Returns: the authorship before it, and the growth of the stored marks in bytes.
    /// - Complexity: that of `FieldMarks.renew`.
    mutating func renew(
        _ changes: [FieldChange], of fields: Fields, in number: Int, by author: RowAuthor,
        at time: Int, restored: [FieldMark]
    ) -> (previous: PreviousAuthorship, bytes: Int) {
        let (previous, bytes) = fieldMarks.renew(
            changes, of: fields, from: revision, to: number, restored: restored)
        let before = PreviousAuthorship(
            revision: revision, author: self.author, at: at, otherRevision: otherRevision,
            placed: placed, marks: previous)
        if self.author !== author, self.author?.client != author.client {
            otherRevision = revision
        }
        revision = number
        self.author = author
        at = time
        return (before, bytes)
    }

    /// Restores the authorship that `renew` returned.
    mutating func restore(_ previous: PreviousAuthorship) {
        revision = previous.revision
        author = previous.author
        at = previous.at
        otherRevision = previous.otherRevision
        placed = previous.placed
        fieldMarks.restore(previous.marks)
    }

    /// Whether both have the same meaning for a row with these fields.
    ///
    /// - Complexity: O(n) in fields and marks.
    func isEquivalent(to other: Authorship, for fields: Fields) -> Bool {
        if self == other { return true }
        return revision == other.revision && author == other.author && at == other.at
            && added == other.added && otherRevision == other.otherRevision
            && placed == other.placed && marks(of: fields) == other.marks(of: fields)
    }
}

/// An authorship before a set that did not insert the row; of the marks, which change in place, only
/// the difference.
struct PreviousAuthorship {
    var revision: Int
    var author: RowAuthor?
    var at: Int
    var otherRevision: Int
    var placed: Int
    var marks: FieldMarks.Previous
}

/// The marks of a row that an undo or redo restored to older revisions than its own.
///
/// A change set does not include them. The journal stores them with it, so that a replayed list has
/// the same authorship as the list that made the set.
public struct RestoredMarks: Hashable, Sendable {
    /// The row, in `insertedRows`, `movedRows` or `updatedRows` of the set.
    public var row: RowID
    /// What `Authorship.placed` became; nil: the set's own revision, or the row did not move.
    public var placed: Int?
    /// The fields (ascending by name) whose mark became another revision than that of the set.
    public var fields: [FieldMark]
    /// The set whose mark of a place the row took; nil: it took none.
    public var mark: Int?

    /// Creates restored marks.
    public init(row: RowID, placed: Int?, fields: [FieldMark], mark: Int? = nil) {
        self.row = row
        self.placed = placed
        self.fields = fields
        self.mark = mark
    }
}

/// The place of a section that an undo or redo restored, as `RestoredMarks` tells it of a row.
public struct RestoredSection: Hashable, Sendable {
    /// The section, in `insertedSections` or `movedSections` of the set.
    public var section: SectionID
    /// What `SectionState.placed` became; nil: the set's own revision.
    public var placed: Int?
    /// The set whose mark of a place the section took; nil: it took none.
    public var mark: Int?

    /// Creates a restored place.
    public init(section: SectionID, placed: Int?, mark: Int?) {
        self.section = section
        self.placed = placed
        self.mark = mark
    }
}
