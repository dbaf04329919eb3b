package import ListEditing

/// Random lists and edits over few ids, so that edits often concern the same rows.
package struct RandomEdits {
    package var random: Randomness
    /// The number of ids created for inserted rows and sections.
    package var fresh = 0
    /// Whether rules occur, in lists and in edits.
    package var withRules = true

    package init(seed: UInt64, withRules: Bool = true) {
        random = Randomness(seed: seed)
        self.withRules = withRules
    }

    /// The edits that the bytes spell; once they are used up, every choice is the first one.
    package init(script: [UInt8]) {
        random = Randomness(script: script)
    }

    package mutating func value() -> FieldValue {
        FieldValue(json: ["0", "1", "2", "true"][random.below(4)])
    }

    package mutating func fields() -> Fields {
        var fields = Fields()
        for name in ["title", "detail", "done"] where random.chance(50) { fields[name] = value() }
        return fields
    }

    package mutating func rowRules() -> RowRules {
        var rules = RowRules()
        guard withRules else { return rules }
        if random.chance(8) { rules.editable = random.chance(50) }
        if random.chance(8) { rules.deletable = random.chance(50) }
        if random.chance(8) { rules.movable = random.chance(50) }
        if random.chance(25) { rules.pinned = random.chance(50) ? .top : .bottom }
        return rules
    }

    package mutating func rules() -> Rules {
        var rules = Rules()
        guard withRules else { return rules }
        if random.chance(6) { rules.editable = random.chance(50) }
        if random.chance(6) { rules.deletable = random.chance(50) }
        if random.chance(10) { rules.reorderable = random.chance(50) }
        if random.chance(6) { rules.insertable = random.chance(50) }
        if random.chance(15) { rules.moveScope = random.chance(50) ? .list : .section }
        if random.chance(10) { rules.maxRows = random.below(8) + 2 }
        return rules
    }

    package mutating func list(sections: Int, rows: Int) throws(Rejection) -> EditableList {
        var states: [SectionState] = []
        for section in 0..<sections {
            var state = SectionState(id: SectionID("s\(section)"), title: "t", rules: rules())
            state.rules.maxRows = nil
            states.append(state)
        }
        for row in 0..<(sections == 0 ? 0 : rows) {
            let row = Row(id: RowID("r\(row)"), fields: fields(), rules: rowRules())
            states[random.below(sections)].rows.append(row)
        }
        var rules = rules()
        rules.maxRows = nil
        let list = try EditableList.create(
            title: "list", rules: rules, sections: states, limits: EditLimits())
        return EditableList(list.state(), marks: StoredPlaceMarks())
    }

    package mutating func rowID(_ list: ListState) -> RowID {
        let rows = list.sections.flatMap(\.rows)
        if rows.isEmpty || random.chance(4) { return RowID("r\(random.below(12))") }
        // Mostly one that is gone.
        if fresh > 0, random.chance(4) { return RowID("n\(random.below(fresh) + 1)") }
        return random.pick(rows).id
    }

    package mutating func sectionID(_ list: ListState) -> SectionID {
        if list.sections.isEmpty || random.chance(4) { return SectionID("s\(random.below(6))") }
        if fresh > 0, random.chance(4) { return SectionID("m\(random.below(fresh) + 1)") }
        return random.pick(list.sections).id
    }

    package mutating func target(_ list: ListState) -> RowTarget {
        switch random.below(10) {
        case 0...3:
            let section = sectionID(list)
            let count = list.sections.first { $0.id == section }?.rows.count ?? 0
            return .index(section, random.below(count + 4) - 1)
        case 4, 5: return .before(rowID(list))
        case 6, 7: return .after(rowID(list))
        case 8: return random.chance(50) ? .start(sectionID(list)) : .end(sectionID(list))
        default: return .unspecified
        }
    }

    package mutating func sectionTarget(_ list: ListState) -> SectionTarget {
        switch random.below(6) {
        case 0, 1: .index(random.below(list.sections.count + 3) - 1)
        case 2: .before(sectionID(list))
        case 3: .after(sectionID(list))
        case 4: random.chance(50) ? .start : .end
        default: .unspecified
        }
    }

    package mutating func rowIDs(_ list: ListState) -> [RowID] {
        (0..<random.below(4) + 1).map { _ in rowID(list) }
    }

    package mutating func action(_ list: ListState) -> Action {
        switch random.below(100) {
        case 0..<22:
            fresh += 1
            return .insertRow(
                row: RowID("n\(fresh)"), fields: fields(), rules: rowRules(), to: target(list))
        case 22..<34:
            var change = RowRulesChange()
            if withRules, random.chance(30) {
                change.pinned = random.pick([.set(.top), .set(.bottom), .clear])
            }
            if withRules, random.chance(10) { change.movable = random.pick([.set(true), .clear]) }
            let fields = ["title", "detail", "done"].filter { _ in random.chance(40) }.map {
                FieldChange(name: $0, value: random.chance(20) ? nil : value())
            }
            return .updateRow(row: rowID(list), fields: fields, rules: change, ifRevision: nil)
        case 34..<44: return .deleteRows(rowIDs(list))
        case 44..<66: return .moveRow(rowID(list), to: target(list))
        case 66..<78: return .moveRows(rowIDs(list), to: target(list))
        case 78..<83:
            fresh += 1
            return .insertSection(
                section: SectionID("m\(fresh)"), title: "n", rules: rules(),
                to: sectionTarget(list))
        case 83..<88:
            return .updateSection(
                sectionID(list), title: random.chance(50) ? "t\(random.below(3))" : nil,
                rules: random.chance(30) ? rules() : nil)
        case 88..<91: return .deleteSections([sectionID(list)])
        case 91..<97: return .moveSection(sectionID(list), to: sectionTarget(list))
        default:
            return .updateList(
                title: "l\(random.below(3))", rules: random.chance(30) ? rules() : nil)
        }
    }

    package mutating func edit(_ list: ListState, base: Int? = nil, most: Int = 4) -> Edit {
        let count = random.chance(40) ? 1 : random.below(most) + 1
        return Edit(base: base, actions: (0..<count).map { _ in action(list) })
    }
}
