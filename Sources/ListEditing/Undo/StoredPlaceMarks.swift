import TextBytes

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

extension EditableList {
    /// The marks that are held, for `init(_:marks:)`; nil: the list keeps none.
    ///
    /// - Complexity: O(m log m) for m marks.
    public var storedMarks: StoredPlaceMarks? { contents.marks?.stored }
}

extension PlaceMarks {
    var stored: StoredPlaceMarks {
        var stored = StoredPlaceMarks()
        stored.sections = marks(in: sectionTree)
        for (section, bands) in bands {
            let inside = inside(bands)
            guard inside.contains(where: { !$0.isEmpty }) else { continue }
            stored.rows.append(.init(section: section, bands: inside, deleted: nil))
        }
        for (key, section) in deleted where mark(of: key.section, made: key.made) != nil {
            stored.rows.append(
                .init(
                    section: key.section, bands: inside(section.bands),
                    deleted: .init(made: key.made, rows: section.rows)))
        }
        stored.rows.sort { left, right in
            left.section == right.section
                ? left.deleted?.made ?? 0 < right.deleted?.made ?? 0
                : left.section.text.precedes(right.section.text)
        }
        return stored
    }

    private func inside(_ bands: Bands) -> [[StoredPlaceMarks.Mark]] {
        Band.allCases.map { bands[$0] < 0 ? [] : marks(in: bands[$0]) }
    }

    private func marks(in tree: Int32) -> [StoredPlaceMarks.Mark] {
        var marks: [StoredPlaceMarks.Mark] = []
        var rows = 0
        var next = trees.first(tree)
        while let node = next {
            rows += Int(trees[node].rows)
            if let id = id(of: node) {
                marks.append(StoredPlaceMarks.Mark(rows: rows, made: trees[node].made, id: id))
                rows = 0
            }
            next = trees.next(node)
        }
        return marks
    }

    /// Restores the marks of a list at a revision; what does not fit it is left out.
    ///
    /// - Complexity: O(m log m) for m marks.
    init(_ stored: StoredPlaceMarks, in contents: Contents, at revision: Int) {
        self.init()
        let rows = stored.rows.filter { $0.bands.count == Band.allCases.count }
        register(stored.sections, areSections: true, through: revision)
        for inside in rows {
            for band in inside.bands { register(band, areSections: false, through: revision) }
        }
        sortRegister()
        fill(stored.sections, inOrderOf: .sections, most: contents.order.count)
        // A section that is in the list may have been deleted before, and keeps what is inside it now.
        for inside in rows {
            guard let deletion = inside.deleted else { continue }
            let key = DeletedKey(made: deletion.made, section: inside.section)
            guard mark(of: inside.section, made: deletion.made) != nil, deleted[key] == nil,
                deletion.rows <= Self.mostRows
            else { continue }
            _ = noteDeleted(key, rows: deletion.rows)
            for band in Band.allCases {
                fill(
                    inside.bands[band.rawValue], inOrderOf: .deletedRows(key, band),
                    most: deletion.rows)
            }
        }
        for inside in rows where inside.deleted == nil && bands[inside.section] == nil {
            guard let slot = contents.slot(of: inside.section) else { continue }
            for band in Band.allCases {
                fill(
                    inside.bands[band.rawValue], inOrderOf: .rows(inside.section, band),
                    most: contents.count(of: band, slot: slot))
            }
        }
    }

    /// More rows than any list can have.
    private static let mostRows = 1 << 24
}
