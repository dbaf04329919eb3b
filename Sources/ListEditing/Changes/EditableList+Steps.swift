extension ChangeSet {
    /// Whether a UIKit or SwiftUI view takes the set as one batch (editing.md, "The count rule, and
    /// table views"); if not, it takes `EditableList.steps(of:)` one after the other.
    ///
    /// - Complexity: O(n).
    public var isSingleBatch: Bool {
        let comes = Set(insertedSections.map(\.at))
        let goes = Set(deletedSections.map(\.at))
        let moves = Set(movedRows.map(\.row))
        let reloads = !(updatedRows.isEmpty && updatedSections.isEmpty)
        return !movedRows.contains {
            comes.contains($0.to.section) || goes.contains($0.from.section)
        }
            && !updatedRows.contains { moves.contains($0.row) || goes.contains($0.at.section) }
            && !(reloads && changesSections)
    }
}

extension ChangeSet {
    /// The order of sections after this set, told from the one before it.
    ///
    /// - Complexity: O(s).
    fileprivate func orderAfter(_ before: [SectionID]) -> [SectionID] {
        guard changesSections else { return before }
        let gone = Set(deletedSections.map(\.section)).union(movedSections.map(\.section))
        var stayed = before.filter { !gone.contains($0) }
        var coming = insertedSections.map { ($0.at, $0.section) }
        coming += movedSections.map { ($0.to, $0.section) }
        for (index, section) in coming.sorted(by: { $0.0 < $1.0 }) {
            stayed.insert(section, at: min(index, stayed.count))
        }
        return stayed
    }
}

extension EditableList {
    /// The set as steps, each a valid batch of its own: insert and move sections; delete, insert
    /// and move rows; delete sections; then update rows and sections where they now are.
    ///
    /// Asked of the list **before** the set. Steps that would be empty are left out, and each counts
    /// its paths in the list that the one before it gives.
    ///
    /// - Complexity: O(s + k log k) for s sections and k entries.
    public func steps(of changes: ChangeSet) -> [ChangeSet] {
        let before = contents.sectionIDs
        let after = changes.orderAfter(before)
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

    /// The sections while those that come are there already and those that go are there still.
    private func middleOrder(
        _ changes: ChangeSet, before: [SectionID], after: [SectionID]
    ) -> [SectionID] {
        let gone = Set(changes.deletedSections.map(\.section))
        let placed = Set(changes.movedSections.map(\.section))
            .union(changes.insertedSections.map(\.section))
        var stays = before.filter { !placed.contains($0) }[...]
        var middle: [SectionID] = []
        for section in after {
            if !placed.contains(section) {
                // Those that go stand before the section that they stood before.
                while let first = stays.popFirst(), first != section { middle.append(first) }
            }
            middle.append(section)
        }
        return middle + stays.filter { gone.contains($0) }
    }

    /// The updates at the paths that their rows and sections have after everything else.
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
        var moves: [RowID: IndexPath] = [:]
        for move in changes.movedRows { moves[move.row] = move.to }
        var effects: [Int: SetEffect] = [:]
        last.updatedRows = changes.updatedRows.map { entry in
            var entry = entry
            if let to = moves[entry.row] {
                entry.at = to
            } else if let section = places[before[entry.at.section]] {
                let effect =
                    effects[entry.at.section]
                    ?? SetEffect(rows: changes, before: entry.at.section, after: section)
                effects[entry.at.section] = effect
                entry.at = IndexPath(section: section, row: effect.forward(entry.at.row))
            }
            return entry
        }
        last.updatedRows.sort { $0.at < $1.at }
        return last
    }
}
