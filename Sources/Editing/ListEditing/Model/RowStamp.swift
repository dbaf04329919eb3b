import TextBytes

/// The client whose edits rows name, and its user.
///
/// A class, since many rows share one: a row that names it takes eight bytes for it.
public final class RowAuthor: Hashable, Sendable {
    /// The client, by its public name.
    public let client: ClientID
    /// The user, where authentication is on.
    public let user: String?

    /// Creates an author.
    public init(client: ClientID, user: String? = nil) {
        self.client = client
        self.user = user
    }

    /// Whether both are the same client and user.
    public static func == (left: RowAuthor, right: RowAuthor) -> Bool {
        left === right || left.client == right.client && areSame(left.user, right.user)
    }

    /// Hashes the client.
    public func hash(into hasher: inout Hasher) { hasher.combine(client) }
}

/// Which edit inserted a row, or changed its fields.
public struct RowStamp: Hashable, Sendable {
    /// Whose edit it was.
    public var author: RowAuthor
    /// The revision of its set.
    public var revision: Int
    /// The `at` of its set, in Unix milliseconds; above 0.
    public var at: Int

    /// Creates a stamp.
    public init(author: RowAuthor, revision: Int, at: Int) {
        self.author = author
        self.revision = revision
        self.at = at
    }
}

extension Row {
    /// The edit that last changed the row's fields; nil: the row is as the list was made with it, or
    /// that edit is not known.
    ///
    /// Inserting the row counts, as do undo, redo and restoring an earlier state; changes of rules and
    /// moves do not.
    public var by: RowStamp? { authorship.by }

    /// The edit that inserted the row; nil: the list was made with the row, or that edit is not known.
    public var added: RowStamp? { authorship.added }
}

/// Has equal authors be one object.
///
/// What is read from elsewhere names authors by their text; rows should share them.
public struct SharedAuthors: Sendable {
    private var known: Set<RowAuthor> = []

    /// Creates an empty set.
    public init() {}

    /// The object that stands for all authors equal to this one.
    ///
    /// - Complexity: O(1) on average.
    public mutating func shared(_ author: RowAuthor) -> RowAuthor {
        known.insert(author).memberAfterInsert
    }
}
