import ListEditing

extension PlainList {
    struct Place {
        var section: Int
        /// The index without the moving rows.
        var row: Int
        var bounded = false
        var isNamed = true
    }

    private func rows(_ section: Int, without moving: Set<RowID>) -> [RowID] {
        sections[section].rows.map(\.id).filter { !moving.contains($0) }
    }

    func place(
        _ target: RowTarget, _ moving: Set<RowID>, _ earlier: [Action], _ base: Int
    ) throws(Refused) -> Place {
        switch target {
        case .start(let id):
            guard let s = sectionIndex(id) else { throw Refused(code: .unknownSection) }
            return Place(section: s, row: 0, isNamed: false)
        case .end(let id):
            guard let s = sectionIndex(id) else { throw Refused(code: .unknownSection) }
            return Place(section: s, row: rows(s, without: moving).count, isNamed: false)
        case .unspecified:
            guard !sections.isEmpty else { throw Refused(code: .unknownSection) }
            let s = sections.count - 1
            return Place(section: s, row: rows(s, without: moving).count, isNamed: false)
        case .index(let id, let index):
            guard let s = sectionIndex(id) else { throw Refused(code: .unknownSection) }
            if base == revision { return Place(section: s, row: index) }
            let old = atBase(base, earlier)
            guard let t = old.sectionIndex(id) else {
                let end = rows(s, without: moving).count
                return Place(section: s, row: end, bounded: index != 0)
            }
            let there = old.rows(t, without: moving)
            let bounded = min(max(index, 0), there.count)
            let row = carry(
                Array(there[..<bounded]).last, Array(there[bounded...]), s, moving,
                restless(since: base))
            return Place(section: s, row: row, bounded: bounded != index)
        case .before(let id), .after(let id):
            let isAfter = if case .after = target { true } else { false }
            if let (s, r) = find(id) {
                let upTo = sections[s].rows[..<(isAfter ? r + 1 : r)].map(\.id)
                return Place(section: s, row: upTo.filter { !moving.contains($0) }.count)
            }
            return try grave(id, moving, earlier, base)
        }
    }

    /// The gap of a row that is gone.
    private func grave(
        _ id: RowID, _ moving: Set<RowID>, _ earlier: [Action], _ base: Int
    ) throws(Refused) -> Place {
        if base != revision {
            let old = atBase(base, earlier)
            if let (t, r) = old.find(id) {
                let rows = old.sections[t].rows.map(\.id)
                return try land(
                    old.sections[t].id, rows[..<r].last { !moving.contains($0) },
                    rows[(r + 1)...].filter { !moving.contains($0) }, moving,
                    restless(since: base))
            }
            if let grave = old.graves[id] {
                // Carried through the rest of the simulated actions first.
                guard let t = old.sectionIndex(grave.section) else {
                    throw Refused(code: .unknownRow)
                }
                let rows = old.sections[t].rows.map(\.id).filter { !moving.contains($0) }
                let next = grave.behind.first { rows.contains($0) }
                let at = next.flatMap { rows.firstIndex(of: $0) } ?? rows.count
                return try land(
                    grave.section, rows[..<at].last, Array(rows[at...]), moving,
                    restless(since: base))
            }
        }
        guard let grave = graves[id] else { throw Refused(code: .unknownRow) }
        return try land(grave.section, nil, grave.behind, moving, [], isSure: false)
    }

    private func land(
        _ section: SectionID, _ previous: RowID?, _ behind: [RowID], _ moving: Set<RowID>,
        _ restless: Set<String>, isSure: Bool = true
    ) throws(Refused) -> Place {
        guard let s = sectionIndex(section) else { throw Refused(code: .unknownRow) }
        if isSure {
            return Place(section: s, row: carry(previous, behind, s, moving, restless))
        }
        let now = rows(s, without: moving)
        let next = behind.first { now.contains($0) }
        return Place(section: s, row: next.flatMap { now.firstIndex(of: $0) } ?? now.count)
    }

    private func carry(
        _ previous: RowID?, _ behind: [RowID], _ s: Int, _ moving: Set<RowID>,
        _ restless: Set<String>
    ) -> Int {
        let now = rows(s, without: moving)
        let a = previous == nil ? -1 : now.firstIndex { $0 == previous } ?? -9
        let b = behind.first == nil ? now.count : now.firstIndex { $0 == behind.first } ?? -5
        if a + 1 == b { return b }
        for row in behind where !restless.contains(row.text) {
            if let index = now.firstIndex(of: row) { return index }
        }
        return now.count
    }

    /// editing.md, "Where a row may land", for one row or a group of one band.
    func clamp(_ place: Place, _ pin: Pin?, home: Int?, _ moving: Set<RowID>) -> (
        Place, ClampReason?
    ) {
        var place = place
        var why: ClampReason?
        if let home, home != place.section,
            rules.moveScope == .section || pin != nil
                || sections[place.section].rules.reorderable == false
        {
            why = .scope
            place.row = place.section > home ? rows(home, without: moving).count : 0
            place.section = home
        }
        let now = sections[place.section].rows.filter { !moving.contains($0.id) }
        if place.bounded { why = why ?? .bounds }
        if place.row < 0 {
            place.row = 0
            why = why ?? .bounds
        }
        if place.row > now.count {
            place.row = now.count
            why = why ?? .bounds
        }
        while true {
            let wrongAbove = now[..<place.row].contains { band($0.rules.pinned) > band(pin) }
            let wrongBelow = now[place.row...].contains { band($0.rules.pinned) < band(pin) }
            if wrongAbove { place.row -= 1 } else if wrongBelow { place.row += 1 } else { break }
            why = why ?? .pinned
        }
        return (place, why)
    }

    private func band(_ pin: Pin?) -> Int { pin == .top ? 0 : pin == nil ? 1 : 2 }
}
