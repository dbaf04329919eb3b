import ListEditing

/// Where the target of an action is: Protocol.md, "Where: `to`", and PositionsAndClamping.md.
///
/// A target that names an index means the list at the base of its edit. Where sets followed the
/// base, the index becomes the gap between two rows there, and the gap is looked up now.
extension ModelList {
    /// A place among the rows, before it is clamped.
    struct ModelPlace {
        var section: Int
        /// The index without the moving rows.
        var row: Int
        /// Whether the index was out of bounds at the base.
        var bounded = false
        /// Whether the target named a place, so that a clamp is reported.
        var isNamed = true
    }

    // MARK: Rows

    private func rows(_ section: Int, without moving: Set<RowID>) -> [RowID] {
        sections[section].rows.map(\.id).filter { !moving.contains($0) }
    }

    /// The place that a target means now, not yet clamped.
    ///
    /// - Parameters:
    ///   - moving: The rows that move there; indices do not count them.
    ///   - earlier: The actions of the edit before this one.
    func place(
        _ target: RowTarget, _ moving: Set<RowID>, _ earlier: [Action], _ base: Int
    ) throws(ModelRefusal) -> ModelPlace {
        switch target {
        case .start(let id):
            guard let s = sectionIndex(id) else { throw ModelRefusal(code: .unknownSection) }
            return ModelPlace(section: s, row: 0, isNamed: false)
        case .end(let id):
            guard let s = sectionIndex(id) else { throw ModelRefusal(code: .unknownSection) }
            return ModelPlace(section: s, row: rows(s, without: moving).count, isNamed: false)
        case .unspecified:
            guard !sections.isEmpty else { throw ModelRefusal(code: .unknownSection) }
            let s = sections.count - 1
            return ModelPlace(section: s, row: rows(s, without: moving).count, isNamed: false)
        case .index(let id, let index):
            guard let s = sectionIndex(id) else { throw ModelRefusal(code: .unknownSection) }
            if base == revision { return ModelPlace(section: s, row: index) }
            let old = atBase(base, earlier)
            guard let t = old.sectionIndex(id) else {
                let end = rows(s, without: moving).count
                return ModelPlace(section: s, row: end, bounded: index != 0)
            }
            let there = old.rows(t, without: moving)
            let bounded = min(max(index, 0), there.count)
            let row = rebasedIndex(
                Array(there[..<bounded]).last, Array(there[bounded...]), s, moving,
                displaced(since: base))
            return ModelPlace(section: s, row: row, bounded: bounded != index)
        case .before(let id), .after(let id):
            let isAfter = if case .after = target { true } else { false }
            if let (s, r) = find(id) {
                let upTo = sections[s].rows[..<(isAfter ? r + 1 : r)].map(\.id)
                return ModelPlace(section: s, row: upTo.filter { !moving.contains($0) }.count)
            }
            return try placeOfDeletedRow(id, moving, earlier, base)
        }
    }

    /// The gap that a row left which no longer exists.
    private func placeOfDeletedRow(
        _ id: RowID, _ moving: Set<RowID>, _ earlier: [Action], _ base: Int
    ) throws(ModelRefusal) -> ModelPlace {
        if base != revision {
            let old = atBase(base, earlier)
            if let (t, r) = old.find(id) {
                let rows = old.sections[t].rows.map(\.id)
                return try rebasedPlace(
                    in: old.sections[t].id, rows[..<r].last { !moving.contains($0) },
                    rows[(r + 1)...].filter { !moving.contains($0) }, moving,
                    displaced(since: base))
            }
            if let deleted = old.deletedRows[id] {
                // The remaining actions, applied at the base, may have moved the gap.
                guard let t = old.sectionIndex(deleted.section) else {
                    throw ModelRefusal(code: .unknownRow)
                }
                let rows = old.rows(t, without: moving)
                let next = deleted.after.first { rows.contains($0) }
                let at = next.flatMap { rows.firstIndex(of: $0) } ?? rows.count
                return try rebasedPlace(
                    in: deleted.section, rows[..<at].last, Array(rows[at...]), moving,
                    displaced(since: base))
            }
            let deletion = deletion(since: base) { state in
                state.sections.first { $0.rows.contains { $0.id == id } }
            }
            if let (before, section) = deletion {
                let rows = section.rows.map(\.id)
                let r = rows.firstIndex(of: id) ?? 0
                return try rebasedPlace(
                    in: section.id, rows[..<r].last { !moving.contains($0) },
                    rows[(r + 1)...].filter { !moving.contains($0) }, moving,
                    displaced(since: before))
            }
        }
        guard let deleted = deletedRows[id], let s = sectionIndex(deleted.section) else {
            throw ModelRefusal(code: .unknownRow)
        }
        let now = rows(s, without: moving)
        let next = deleted.after.first { now.contains($0) }
        return ModelPlace(section: s, row: next.flatMap { now.firstIndex(of: $0) } ?? now.count)
    }

    /// Where something was that sets since `base` inserted and deleted, right before the last deletion.
    private func deletion<Place>(
        since base: Int, _ find: (ModelState) -> Place?
    ) -> (revision: Int, place: Place)? {
        for before in (base..<revision).reversed() {
            guard let state = state(at: before), let after = self.state(at: before + 1) else {
                return nil
            }
            if let place = find(state), find(after) == nil { return (before, place) }
        }
        return nil
    }

    private func rebasedPlace(
        in section: SectionID, _ previous: RowID?, _ after: [RowID], _ moving: Set<RowID>,
        _ displaced: Set<String>
    ) throws(ModelRefusal) -> ModelPlace {
        guard let s = sectionIndex(section) else { throw ModelRefusal(code: .unknownRow) }
        return ModelPlace(
            section: s, row: rebasedIndex(previous, after, s, moving, displaced))
    }

    /// The index now of the gap between `previous` and the first of `after`.
    ///
    /// Where the two are no longer neighbours, the gap is before the first row of `after` that no
    /// set displaced.
    private func rebasedIndex(
        _ previous: RowID?, _ after: [RowID], _ s: Int, _ moving: Set<RowID>,
        _ displaced: Set<String>
    ) -> Int {
        let now = rows(s, without: moving)
        let a = previous == nil ? -1 : now.firstIndex { $0 == previous } ?? -9
        let b = after.first == nil ? now.count : now.firstIndex { $0 == after.first } ?? -5
        if a + 1 == b { return b }
        for row in after where !displaced.contains(row.text) {
            if let index = now.firstIndex(of: row) { return index }
        }
        return now.count
    }

    /// Clamps a place to where a row, or a group of rows of one band, may be.
    ///
    /// - Parameter home: The section that the rows may have to stay in.
    func clamp(_ place: ModelPlace, _ pin: Pin?, home: Int?, _ moving: Set<RowID>) -> (
        ModelPlace, ClampReason?
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

    // MARK: Sections

    /// The index that a target means now, and whether it was clamped to the list's bounds.
    ///
    /// - Parameter moving: The section that moves there; indices do not count it.
    func sectionPlace(
        _ target: SectionTarget, _ moving: SectionID?, _ earlier: [Action], _ base: Int
    ) throws(ModelRefusal) -> (index: Int, isClamped: Bool) {
        let now = sections.map(\.id).filter { $0 != moving }
        let isStale = base != revision
        func rebased(_ old: [SectionID], _ gap: Int, _ displaced: Set<String>) -> Int {
            let a = gap == 0 ? -1 : now.firstIndex(of: old[gap - 1]) ?? -9
            let b = gap == old.count ? now.count : now.firstIndex(of: old[gap]) ?? -5
            if a + 1 == b { return b }
            for id in old[gap...] where !displaced.contains("#\(id.text)") {
                if let index = now.firstIndex(of: id) { return index }
            }
            return now.count
        }
        switch target {
        case .start: return (0, false)
        case .end, .unspecified: return (now.count, false)
        case .index(let index):
            var old = now
            if isStale { old = atBase(base, earlier).sections.map(\.id).filter { $0 != moving } }
            let bounded = min(max(0, index), old.count)
            let at = isStale ? rebased(old, bounded, displaced(since: base)) : bounded
            return (at, bounded != index)
        case .before(let id), .after(let id):
            let isAfter = if case .after = target { true } else { false }
            if let s = sectionIndex(id) {
                let upTo = sections[..<(isAfter ? s + 1 : s)].map(\.id)
                return (upTo.filter { $0 != moving }.count, false)
            }
            if isStale {
                let atBase = atBase(base, earlier)
                func place(_ order: [SectionID], since base: Int) -> (index: Int, isClamped: Bool)?
                {
                    let old = order.filter { $0 != moving }
                    return old.firstIndex(of: id).map { gap in
                        (rebased(old.filter { $0 != id }, gap, displaced(since: base)), false)
                    }
                }
                if let place = place(atBase.sections.map(\.id), since: base) { return place }
                // An earlier action took it out there, too.
                if let place = place(atBase.deletedSections[id] ?? [], since: base) { return place }
                let deletion = deletion(since: base) { state in
                    let order = state.sections.map(\.id)
                    return order.contains(id) ? order : nil
                }
                if let deletion, let place = place(deletion.place, since: deletion.revision) {
                    return place
                }
            }
            guard let order = deletedSections[id] else {
                throw ModelRefusal(code: .unknownSection)
            }
            let old = order.filter { $0 != moving }
            let gap = old.firstIndex(of: id) ?? 0
            return (rebased(old.filter { $0 != id }, gap, []), false)
        }
    }
}
