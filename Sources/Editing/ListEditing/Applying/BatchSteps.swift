/// Batch updates of table views: a change set as one batch, or as steps that are one batch each
/// (<doc:ChangeSetsAndBatchUpdates>).
extension ChangeSet {
    /// Whether a UIKit or SwiftUI view accepts the set as one batch; otherwise it accepts
    /// `EditableList.steps(of:)` one after the other.
    ///
    /// - Complexity: O(n).
    public var isSingleBatch: Bool {
        let inserted = Set(insertedSections.map(\.at))
        let deleted = Set(deletedSections.map(\.at))
        let moved = Set(movedRows.map(\.row))
        let reloads = !(updatedRows.isEmpty && updatedSections.isEmpty)
        return !movedRows.contains {
            inserted.contains($0.to.section) || deleted.contains($0.from.section)
        }
            && !updatedRows.contains { moved.contains($0.row) || deleted.contains($0.at.section) }
            && !(reloads && changesSections)
    }
}

extension EditableList {
    /// Splits a set into steps that are one valid batch each: insert and move sections; delete,
    /// insert and move rows; delete sections; then update rows and sections at their new paths.
    ///
    /// Call it on the list **before** the set. Empty steps are left out. The paths of each step
    /// count in the list after the step before it.
    ///
    /// - Throws: a `CountError` where the set is not one of this list, as `replay` does.
    /// - Complexity: O(s + k log k) for s sections and k entries, and that of replaying the set.
    public func steps(of changes: ChangeSet) throws(CountError) -> [ChangeSet] {
        var list = self
        try list.replay(changes, by: ClientID(""))
        let before = contents.sectionIDs
        let after = list.contents.sectionIDs
        let middle = middleOrder(changes, before: before, after: after)
        let places = Dictionary(uniqueKeysWithValues: middle.enumerated().map { ($1, $0) })
        func place(before index: Int) -> Int { places[before[index]] ?? index }
        func place(after index: Int) -> Int { places[after[index]] ?? index }

        var sections = ChangeSet()
        sections.insertedSections = changes.insertedSections.map { entry in
            var entry = entry
            entry.at = place(after: entry.at)
            return entry
        }
        sections.movedSections = changes.movedSections.map { entry in
            SectionMove(section: entry.section, from: entry.from, to: place(before: entry.from))
        }
        sections.insertedSections.sort { $0.at < $1.at }

        var rows = ChangeSet()
        rows.deletedRows = changes.deletedRows.map { entry in
            var entry = entry
            entry.at.section = place(before: entry.at.section)
            return entry
        }
        rows.deletedRows.sort { $0.at < $1.at }
        rows.insertedRows = changes.insertedRows.map { entry in
            var entry = entry
            entry.at.section = place(after: entry.at.section)
            return entry
        }
        rows.insertedRows.sort { $0.at < $1.at }
        rows.movedRows = changes.movedRows.map { entry in
            var entry = entry
            entry.from.section = place(before: entry.from.section)
            entry.to.section = place(after: entry.to.section)
            return entry
        }
        rows.movedRows.sort { $0.from < $1.from }

        var deletions = ChangeSet()
        deletions.deletedSections = changes.deletedSections.map { entry in
            SectionDeletion(section: entry.section, at: place(before: entry.at))
        }
        deletions.deletedSections.sort { $0.at < $1.at }
        let last = updates(changes, before: before, after: after)
        return [sections, rows, deletions, last].filter { !$0.isEmpty }
    }

    /// The order of sections when the inserted ones are there already and the deleted ones still
    /// are.
    private func middleOrder(
        _ changes: ChangeSet, before: [SectionID], after: [SectionID]
    ) -> [SectionID] {
        let removed = Set(changes.deletedSections.map(\.section))
        let placed = Set(changes.movedSections.map(\.section))
            .union(changes.insertedSections.map(\.section))
        var remaining = before.filter { !placed.contains($0) }[...]
        var middle: [SectionID] = []
        for section in after {
            if !placed.contains(section) {
                // A deleted section is before the same section as before the set.
                while let first = remaining.popFirst(), first != section { middle.append(first) }
            }
            middle.append(section)
        }
        return middle + remaining.filter { removed.contains($0) }
    }

    /// The updates, at the paths that their rows and sections have after all other steps.
    private func updates(
        _ changes: ChangeSet, before: [SectionID], after: [SectionID]
    ) -> ChangeSet {
        var last = ChangeSet()
        last.updatedList = changes.updatedList
        let places = Dictionary(uniqueKeysWithValues: after.enumerated().map { ($1, $0) })
        last.updatedSections = changes.updatedSections.map { entry in
            var entry = entry
            entry.at = places[before[entry.at]] ?? entry.at
            return entry
        }
        last.updatedSections.sort { $0.at < $1.at }
        var moved: [RowID: IndexPath] = [:]
        for move in changes.movedRows { moved[move.row] = move.to }
        var transforms: [Int: IndexTransform] = [:]
        last.updatedRows = changes.updatedRows.map { entry in
            var entry = entry
            if let to = moved[entry.row] {
                entry.at = to
            } else if let section = places[before[entry.at.section]] {
                let transform =
                    transforms[entry.at.section]
                    ?? IndexTransform(rows: changes, before: entry.at.section, after: section)
                transforms[entry.at.section] = transform
                entry.at = IndexPath(section: section, row: transform.forward(entry.at.row))
            }
            return entry
        }
        last.updatedRows.sort { $0.at < $1.at }
        return last
    }
}
