// Canonical equivalence: ids are 1 to 64 characters of ASCII.
/// The id of a row: 1–64 characters of `A-Za-z0-9._~-`, unique in its list.
///
/// This library only compares ids; the reader of a message checks their form.
public struct RowID: Hashable, Sendable {
    /// The id as it is written on the wire.
    public let text: String

    /// Creates an id from its text.
    public init(_ text: String) { self.text = text }
}

// Canonical equivalence: ids are 1 to 64 characters of ASCII.
/// The id of a section: the alphabet of `RowID`, in a separate namespace.
public struct SectionID: Hashable, Sendable {
    /// The id as it is written on the wire.
    public let text: String

    /// Creates an id from its text.
    public init(_ text: String) { self.text = text }
}

// Canonical equivalence: names of clients are 24 characters of ASCII.
/// The public name of a client: 24 hexadecimal digits on the wire, opaque here.
public struct ClientID: Hashable, Sendable {
    /// The name as it is written on the wire.
    public let text: String

    /// Creates a name from its text.
    public init(_ text: String) { self.text = text }
}

/// The place of a row: `[section, row]` on the wire.
public struct IndexPath: Hashable, Comparable, Sendable {
    /// The index of the section in the list.
    public var section: Int
    /// The index of the row in its section.
    public var row: Int

    /// Creates a path.
    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }

    /// Orders by section, then by row.
    ///
    /// - Complexity: O(1).
    public static func < (left: Self, right: Self) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}
