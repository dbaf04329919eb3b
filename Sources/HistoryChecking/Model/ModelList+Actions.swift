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
            if let most = own.maxRows, sections[place.section].rows.count >= most {
                throw Refused(code: .sectionFull)
            }
            if let most = rules.maxRows, sections.reduce(0, { $0 + $1.rows.count }) >= most {
                throw Refused(code: .listFull)
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
            row.rules.set(change)
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

    func deletable(_ s: Int, _ r: Int) -> Bool {
        allows(s, r, \.editable) && allows(s, r, \.deletable)
    }

    /// Notes where a row stood that is about to be deleted.
    mutating func bury(_ s: Int, _ r: Int) {
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
        note((IndexPath(section: at.section, row: at.row), nil, why))
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
}
