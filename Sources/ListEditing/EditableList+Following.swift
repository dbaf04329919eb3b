extension EditableList {
    /// Follows a gap from `base` through the history's sets.
    ///
    /// - Parameters:
    ///   - row: the index at `base`, counted without the moving rows; with `isExcluded`, the place
    ///     of a row, counted with all, whose gap is meant.
    /// - Returns: nil where a set in between does not tell enough.
    /// - Complexity: O(the sizes of the sets since `base`), which is before the newest.
    func follow(
        section: SectionID, row: Int, isExcluded: Int?, moving: MovingRows, from base: Int
    ) -> Carriage? {
        let places = sectionPlaces(of: section, from: base)
        let effects = (base + 1...revision).map { number in
            SetEffect(
                rows: history[number].changes, before: places[number - 1 - base],
                after: places[number - base])
        }
        guard places[0] != nil else {
            return Carriage(
                section: section, previous: nil, next: nil,
                gap: contents.slot(of: section).map { contents.count(slot: $0) } ?? 0,
                isBounded: row != 0)
        }
        guard let count = countBack(section, places, effects, base) else { return nil }
        var excluded = moving.rows.compactMap { row -> Int? in
            placeBack(row.id, section: section, places, effects, base)
        }
        let wanted: Int
        if let isExcluded {
            wanted = isExcluded - excluded.count { $0 < isExcluded }
            excluded.append(isExcluded)
        } else {
            wanted = row
        }
        excluded.sort()
        let last = count - excluded.count
        let bounded = min(max(0, wanted), last)
        let kept = SetKept(excluded)
        var carriage = Carriage(
            section: section, previous: nil, next: nil,
            gap: bounded == last ? count : kept.place(bounded),
            isBounded: bounded != wanted)
        if bounded > 0 {
            guard
                let previous = identify(
                    kept.place(bounded - 1), section, places, effects, base)
            else { return nil }
            carriage.previous = previous
        }
        if bounded < last {
            guard let next = identify(kept.place(bounded), section, places, effects, base) else {
                return nil
            }
            carriage.next = next
        }
        for (offset, effect) in effects.enumerated() {
            carriage.gap = places[offset + 1] == nil ? 0 : effect.forward(gap: carriage.gap)
        }
        return carriage
    }

    /// The rows of a section at `base`.
    private func countBack(
        _ section: SectionID, _ places: [Int?], _ effects: [SetEffect], _ base: Int
    ) -> Int? {
        var count = contents.slot(of: section).map { contents.count(slot: $0) } ?? 0
        for number in stride(from: revision, to: base, by: -1) {
            let offset = number - base
            if places[offset - 1] == nil {
                count = 0
            } else if places[offset] == nil {
                guard
                    let rows = deletedPlaces(
                        of: section, place: places[offset - 1] ?? 0, in: number)
                else { return nil }
                count = rows.count + effects[offset - 1].removed.count
            } else {
                count += effects[offset - 1].removed.count - effects[offset - 1].inserted.count
            }
        }
        return count
    }

    /// Where a row of today stood in the section at `base`; nil: not in it.
    private func placeBack(
        _ row: RowID, section: SectionID, _ places: [Int?], _ effects: [SetEffect], _ base: Int
    ) -> Int? {
        guard let position = contents.forest.position(of: row) else { return nil }
        if contents.forest[position].stamp <= base {
            let rank = contents.forest.rank(of: position)
            guard contents[slot: rank.slot].id == section else { return nil }
            var place = rank.row
            for number in stride(from: revision, to: base, by: -1) {
                place = effects[number - base - 1].backward(place)
            }
            return place
        }
        let stood = firstMention(of: row, from: base)
        return stood?.section == section ? stood?.row : nil
    }

    /// The id of the row that stood at a place of the section at `base`.
    private func identify(
        _ place: Int, _ section: SectionID, _ places: [Int?], _ effects: [SetEffect], _ base: Int
    ) -> RowID? {
        var place = place
        for number in base + 1...revision {
            let effect = effects[number - base - 1]
            let before = places[number - base - 1]
            let slot = effect.removed.countBelow(place)
            if slot < effect.removed.count, effect.removed[slot] == place, let before {
                let path = IndexPath(section: before, row: place)
                let entry = history[number]
                return entry.changes.movedRows.first { $0.from == path }?.row
                    ?? entry.changes.deletedRows.first { $0.at == path }?.row
            }
            if places[number - base] == nil, let before {
                let rows = deletedPlaces(of: section, place: before, in: number) ?? []
                return rows.first { $0.place == place }?.row
            }
            place = effect.forward(place)
        }
        return contents.slot(of: section).map { contents[slot: $0, row: place].id }
    }
}
