import ListEditing

extension PlainList {
    mutating func perform(_ action: Action, earlier: [Action], _ base: Int) throws(Refused) {
        switch action {
        case .insertRow(let id, let fields, let rowRules, let target):
            guard let id else { throw Refused(code: .badAction) }
            if find(id) != nil || gone.contains(id.text) { throw Refused(code: .duplicateID) }
            let place = try place(target, [], earlier, base)
            let own = sections[place.section].rules
            if rules.insertable == false || own.insertable == false {
                throw Refused(code: .insertDisabled)
            }
            if let most = rules.maxRows, sections.reduce(0, { $0 + $1.rows.count }) >= most {
                throw Refused(code: .listFull)
            }
            if let most = own.maxRows, sections[place.section].rows.count >= most {
                throw Refused(code: .sectionFull)
            }
            let (at, why) = clamp(place, rowRules.pinned, home: nil, [])
            sections[at.section].rows.insert(
                Row(id: id, fields: fields, rules: rowRules), at: at.row)
            report(why, place, at)
        case .updateRow(let id, let fields, let change, _):
            guard let (s, r) = find(id) else { throw Refused(code: .unknownRow) }
            if !fields.isEmpty, !allows(s, r, \.editable) { throw Refused(code: .editDisabled) }
            var row = sections[s].rows[r]
            for field in fields { row.fields[field.name] = field.value }
            let old = row.rules.pinned
            func new<T>(_ setting: Setting<T>, _ value: T?) -> T? {
                switch setting {
                case .keep: value
                case .clear: nil
                case .set(let value): value
                }
            }
            row.rules.editable = new(change.editable, row.rules.editable)
            row.rules.deletable = new(change.deletable, row.rules.deletable)
            row.rules.movable = new(change.movable, row.rules.movable)
            row.rules.pinned = new(change.pinned, row.rules.pinned)
            sections[s].rows[r] = row
            if row.rules.pinned != old {
                sections[s].rows.remove(at: r)
                // The near edge: the first place of the new band coming from above, else the last.
                let fromAbove = old == .top || (old == nil && row.rules.pinned == .bottom)
                let (at, _) = clamp(
                    Place(section: s, row: fromAbove ? 0 : sections[s].rows.count),
                    row.rules.pinned, home: nil, [])
                sections[s].rows.insert(row, at: at.row)
            }
        case .deleteRows(let ids):
            for id in ids {
                if let (s, r) = find(id), !deletable(s, r) { throw Refused(code: .deleteDisabled) }
            }
            for id in ids {
                guard let (s, r) = find(id) else { continue }
                bury(s, r)
                sections[s].rows.remove(at: r)
            }
        case .moveRow(let id, let target):
            guard find(id) != nil else { throw Refused(code: .unknownRow) }
            try move([id], target, earlier, base)
        case .moveRows(let ids, let target):
            let moving = sections.flatMap(\.rows).map(\.id).filter { ids.contains($0) }
            if !moving.isEmpty { try move(moving, target, earlier, base) }
        default: try performOnSections(action, earlier, base)
        }
    }

    private func allows(_ s: Int, _ r: Int, _ rule: KeyPath<Rules, Bool?>) -> Bool {
        let row = sections[s].rows[r].rules
        let own =
            rule == \.editable ? row.editable : rule == \.deletable ? row.deletable : row.movable
        return rules[keyPath: rule] != false && sections[s].rules[keyPath: rule] != false
            && own != false
    }

    private func deletable(_ s: Int, _ r: Int) -> Bool {
        allows(s, r, \.editable) && allows(s, r, \.deletable)
    }

    /// Notes where a row stood that is about to be deleted.
    private mutating func bury(_ s: Int, _ r: Int) {
        let rows = sections[s].rows.map(\.id)
        graves[rows[r]] = (sections[s].id, r == 0 ? nil : rows[r - 1], Array(rows[(r + 1)...]))
        gone.insert(rows[r].text)
    }

    /// A row that moves no longer tells where another stood.
    private mutating func unsettle(_ ids: [RowID]) {
        for key in graves.keys { graves[key]?.behind.removeAll { ids.contains($0) } }
    }

    private mutating func report(_ why: ClampReason?, _ asked: Place, _ at: Place) {
        guard let why, asked.isNamed || why == .scope else { return }
        clamps.append((IndexPath(section: at.section, row: at.row), nil, why))
    }

    private mutating func move(
        _ ids: [RowID], _ target: RowTarget, _ earlier: [Action], _ base: Int
    ) throws(Refused) {
        let spots = ids.compactMap { find($0) }
        for (s, r) in spots where !allows(s, r, \.reorderable) {
            throw Refused(code: .moveDisabled)
        }
        let rows = spots.map { sections[$0.0].rows[$0.1] }
        let pin = rows[0].rules.pinned
        if rows.contains(where: { $0.rules.pinned != pin }) { throw Refused(code: .moveDisabled) }
        let asked = try place(target, Set(ids), earlier, base)
        let isBound =
            rules.moveScope == .section || pin != nil
            || sections[asked.section].rules.reorderable == false
        if isBound, spots.contains(where: { $0.0 != spots[0].0 }) {
            throw Refused(code: .moveDisabled)
        }
        let (at, why) = clamp(
            asked, pin, home: isBound ? spots[0].0 : asked.section, Set(ids))
        let coming = spots.count { $0.0 != at.section }
        if coming > 0, let most = sections[at.section].rules.maxRows,
            sections[at.section].rows.count + coming > most
        {
            throw Refused(code: .sectionFull)
        }
        let before = sections
        for s in sections.indices { sections[s].rows.removeAll { ids.contains($0.id) } }
        sections[at.section].rows.insert(contentsOf: rows, at: at.row)
        if sections != before { unsettle(ids) }
        report(why, asked, at)
    }

    private mutating func performOnSections(_ action: Action, _ earlier: [Action], _ base: Int)
        throws(Refused)
    {
        switch action {
        case .insertSection(let id, let title, let rules, let target):
            guard let id else { throw Refused(code: .badAction) }
            if sectionIndex(id) != nil || gone.contains("#\(id.text)") {
                throw Refused(code: .duplicateID)
            }
            let at = try sectionPlace(target, nil, earlier, base)
            sections.insert(
                Section(id: id, title: title, rules: rules ?? Rules(), rows: []), at: at)
        case .updateSection(let id, let title, let rules):
            guard let s = sectionIndex(id) else { throw Refused(code: .unknownSection) }
            sections[s].title = title ?? sections[s].title
            sections[s].rules = rules ?? sections[s].rules
        case .deleteSections(let ids):
            for id in ids {
                guard let s = sectionIndex(id) else { continue }
                for r in sections[s].rows.indices where !deletable(s, r) {
                    throw Refused(code: .deleteDisabled)
                }
            }
            let order = sections.map(\.id)
            for id in ids {
                guard let s = sectionIndex(id) else { continue }
                for r in sections[s].rows.indices { bury(s, r) }
                gone.insert("#\(id.text)")
                sectionGraves[id] = order
                sections.remove(at: s)
            }
        case .moveSection(let id, let target):
            guard let s = sectionIndex(id) else { throw Refused(code: .unknownSection) }
            let at = try sectionPlace(target, id, earlier, base)
            sections.insert(sections.remove(at: s), at: at)
        case .updateList(let title, let rules):
            self.title = title ?? self.title
            self.rules = rules ?? self.rules
        default: break
        }
    }

    private mutating func sectionPlace(
        _ target: SectionTarget, _ moving: SectionID?, _ earlier: [Action], _ base: Int
    ) throws(Refused) -> Int {
        let now = sections.map(\.id).filter { $0 != moving }
        let isStale = base != past.count - 1
        func carry(_ old: [SectionID], _ gap: Int, _ restless: Set<String>) -> Int {
            let a = gap == 0 ? -1 : now.firstIndex(of: old[gap - 1]) ?? -9
            let b = gap == old.count ? now.count : now.firstIndex(of: old[gap]) ?? -5
            if a + 1 == b { return b }
            for id in old[gap...] where !restless.contains("#\(id.text)") {
                if let index = now.firstIndex(of: id) { return index }
            }
            return now.count
        }
        switch target {
        case .start: return 0
        case .end, .unspecified: return now.count
        case .index(let index):
            var old = now
            if isStale { old = atBase(base, earlier).sections.map(\.id).filter { $0 != moving } }
            let bounded = min(max(0, index), old.count)
            let at = isStale ? carry(old, bounded, restless(since: base)) : bounded
            if bounded != index { clamps.append((nil, at, .bounds)) }
            return at
        case .before(let id), .after(let id):
            let isAfter = if case .after = target { true } else { false }
            if let s = sectionIndex(id) {
                let upTo = sections[..<(isAfter ? s + 1 : s)].map(\.id)
                return upTo.filter { $0 != moving }.count
            }
            if isStale {
                let old = atBase(base, earlier).sections.map(\.id).filter { $0 != moving }
                if let gap = old.firstIndex(of: id) {
                    return carry(old.filter { $0 != id }, gap, restless(since: base))
                }
            }
            guard let order = sectionGraves[id] else { throw Refused(code: .unknownSection) }
            let old = order.filter { $0 != moving }
            let gap = old.firstIndex(of: id) ?? 0
            return carry(old.filter { $0 != id }, gap, [])
        }
    }
}
