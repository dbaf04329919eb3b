/// The marks of a list as a plain value, for snapshots.
public struct StoredPlaceMarks: Hashable, Sendable {
    // Canonical equivalence: ids are 1 to 64 characters of ASCII.
    /// Where a row or section stood before a set took it away.
    public struct Mark: Hashable, Sendable {
        /// The rows (of sections: the sections) between the mark before and this one.
        public var rows: Int
        /// The set that left it.
        public var made: Int
        /// The row or section that stood there.
        public var id: String

        /// Creates a mark.
        public init(rows: Int, made: Int, id: String) {
            self.rows = rows
            self.made = made
            self.id = id
        }
    }

    /// The marks inside a section, in each of its three bands, the top one first.
    public struct Inside: Hashable, Sendable {
        /// The section.
        public var section: SectionID
        /// Three arrays.
        public var bands: [[Mark]]
        /// Of a deleted section, the set that deleted it, and the number of rows that went with it.
        public var deleted: Deletion?

        /// Creates the marks of a section.
        public init(section: SectionID, bands: [[Mark]], deleted: Deletion?) {
            self.section = section
            self.bands = bands
            self.deleted = deleted
        }
    }

    /// What deleted a section.
    public struct Deletion: Hashable, Sendable {
        /// The set.
        public var made: Int
        /// The rows that went with it.
        public var rows: Int

        /// Creates a deletion.
        public init(made: Int, rows: Int) {
            self.made = made
            self.rows = rows
        }
    }

    /// The marks between sections.
    public var sections: [Mark] = []
    /// The marks inside them, by their ids and deletions.
    public var rows: [Inside] = []

    /// No marks.
    public init() {}
}
