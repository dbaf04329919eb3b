/// Looking back from the newest list at what stood where.
extension EditableList {
    /// The orders of sections after each set from `base` on: the first is the order at `base`, the
    /// last the newest before this edit.
    ///
    /// Sets that leave the sections alone share the array.
    func sectionOrders(from base: Int) -> [[SectionID]] {
        var orders = [contents.sectionIDs]
        for revision in stride(from: revision, to: base, by: -1) {
            let set = history[revision].changes
            orders.append(set.orderBefore(orders[orders.count - 1]))
        }
        return orders.reversed()
    }

    /// For each revision from `base` on the index of `section`, nil where it was not there.
    func sectionPlaces(of section: SectionID, from base: Int) -> [Int?] {
        let changed = stride(from: revision, to: base, by: -1).contains { revision in
            history[revision].changes.changesSections
        }
        if !changed {
            return Array(repeating: contents.index(of: section), count: revision - base + 1)
        }
        return sectionOrders(from: base).map { $0.firstIndex(of: section) }
    }

    /// The rows of a section that a set deleted with it, by the places that they had before.
    func deletedPlaces(
        of section: SectionID, place: Int, in revision: Int
    ) -> [(row: RowID, place: Int)]? {
        let entry = history[revision]
        guard let inverse = entry.inverse else { return nil }
        for case .restoreSection(let state, at: _) in inverse.steps where state.id == section {
            let out = SetEffect(rows: entry.changes, before: place, after: nil)
            return state.rows.enumerated().map { ($1.id, out.backward($0)) }
        }
        return nil
    }

    /// Where a row stood at `base`: told by the first set since that names it; nil: it was not in
    /// the list, or no set names it.
    func firstMention(of row: RowID, from base: Int) -> (section: SectionID, row: Int)? {
        guard base < revision else { return nil }
        for number in base + 1...revision {
            let entry = history[number]
            let set = entry.changes
            var path = set.movedRows.first { $0.row == row }?.from
            path = path ?? set.deletedRows.first { $0.row == row }?.at
            if path == nil {
                for gone in set.deletedSections {
                    let rows = deletedPlaces(of: gone.section, place: gone.at, in: number) ?? []
                    if let found = rows.first(where: { $0.row == row }) {
                        path = IndexPath(section: gone.at, row: found.place)
                    }
                }
            }
            if let path {
                let known = sectionOrders(from: base)
                let section = known[number - 1 - base][path.section]
                var place = path.row
                for earlier in stride(from: number - 1, to: base, by: -1) {
                    let effect = SetEffect(
                        rows: history[earlier].changes,
                        before: known[earlier - 1 - base].firstIndex(of: section),
                        after: known[earlier - base].firstIndex(of: section))
                    place = effect.backward(place)
                }
                return (section, place)
            }
            if set.insertedRows.contains(where: { $0.row == row }) { return nil }
        }
        return nil
    }

    /// The newest set since `base` that deleted a row, itself or with its section.
    func deletion(of row: RowID, since base: Int) -> Int? {
        for number in stride(from: revision, to: base, by: -1) {
            let set = history[number].changes
            if set.deletedRows.contains(where: { $0.row == row }) { return number }
            for gone in set.deletedSections {
                let rows = deletedPlaces(of: gone.section, place: gone.at, in: number) ?? []
                if rows.contains(where: { $0.row == row }) { return number }
            }
        }
        return nil
    }
}
