import TextBytes

/// The marks of a list as the plain value of a snapshot, and back.
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
