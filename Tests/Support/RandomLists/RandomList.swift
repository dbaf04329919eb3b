package import ListEditing
package import ListProtocol
import SeededRandom

/// Makes random lists, change sets and inverses, the same for the same seed.
///
/// Their forms are valid; no edit needs to be able to produce them.
package struct RandomList {
    private var generator: SplitMix64
    /// Whether rows tell times and users; those of an inverse do not.
    private var hasStamps = true

    package init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    package mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
    package mutating func flag() -> Bool { below(2) == 0 }

    package mutating func optional<Value>(_ make: (inout RandomList) -> Value) -> Value? {
        flag() ? make(&self) : nil
    }

    package mutating func some<Value>(_ make: (inout RandomList) -> Value) -> [Value] {
        var values: [Value] = []
        for _ in 0..<below(4) { values.append(make(&self)) }
        return values
    }

    package mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

    package mutating func text() -> String {
        let pieces = [
            "a", "B", " ", "\"", "\\", "\n", "\u{1}", "é", "e\u{301}", "😀", "apples", "/",
        ]
        return (0..<below(8)).map { _ in one(of: pieces) }.joined()
    }

    package mutating func row() -> RowID { RowID("r\(below(100))") }
    package mutating func section() -> SectionID { SectionID("s\(below(10))") }
    package mutating func client() -> ClientID { ClientID("client\(below(5))") }
    package mutating func path() -> IndexPath { IndexPath(section: below(9), row: below(300)) }

    package mutating func value() -> FieldValue {
        FieldValue(
            json: one(of: [
                "1", "-0", "1.50", "true", #""x\n""#, "[]", #"{"a":[1,null],"b":{}}"#, #""é""#,
                "9007199254740991", "1e2",
            ]))
    }

    package mutating func fields() -> Fields {
        Fields(some { Field(name: $0.text(), value: $0.value()) })
    }

    /// Different names, ascending like the names of fields.
    private mutating func names() -> [String] {
        Fields(some { Field(name: $0.text(), value: $0.value()) }).entries.map(\.name)
    }

    package mutating func marks() -> [FieldMark] {
        names().map { FieldMark(name: $0, revision: below(99)) }
    }

    package mutating func fieldChanges() -> [FieldChange] {
        names().map { name in FieldChange(name: name, value: optional { $0.value() }) }
    }

    package mutating func marking() -> ValueChange<Int> {
        ValueChange(new: below(99), old: below(99))
    }

    package mutating func fieldReversals() -> [FieldInverse] {
        names().map { name in
            FieldInverse(name: name, value: optional { $0.value() }, mark: marking())
        }
    }

    package mutating func rules() -> Rules {
        var rules = Rules()
        rules.editable = optional { $0.flag() }
        rules.deletable = optional { $0.flag() }
        rules.reorderable = optional { $0.flag() }
        rules.insertable = optional { $0.flag() }
        rules.handles = optional { $0.one(of: [.edit, .always]) }
        rules.moveScope = optional { $0.one(of: [.list, .section]) }
        rules.deleteTitle = optional { $0.text() }
        rules.maxRows = optional { $0.below(50) }
        rules.kind = optional { $0.one(of: [.check, .plain]) }
        rules.editFields = optional { $0.flag() }
        return rules
    }

    package mutating func rowRules() -> RowRules {
        var rules = RowRules()
        rules.editable = optional { $0.flag() }
        rules.deletable = optional { $0.flag() }
        rules.movable = optional { $0.flag() }
        rules.pinned = optional { $0.one(of: [.top, .bottom]) }
        return rules
    }

    package mutating func rowRulesChange() -> RowRulesChange {
        var change = RowRulesChange()
        change.editable = one(of: [.keep, .clear, .set(true), .set(false)])
        change.deletable = one(of: [.keep, .clear, .set(true), .set(false)])
        change.movable = one(of: [.keep, .clear, .set(true), .set(false)])
        change.pinned = one(of: [.keep, .clear, .set(.top), .set(.bottom)])
        return change
    }

    package mutating func rowState() -> Row {
        let fields = fields()
        let rules = rowRules()
        guard flag() else { return Row(id: row(), fields: fields, rules: rules) }
        return Row(id: row(), fields: fields, rules: rules, authorship: authorship())
    }

    /// Of an edit, of which time and insertion may not be known; or of a row that was only moved.
    private mutating func authorship() -> Authorship {
        guard below(5) > 0 else {
            return Authorship(
                revision: 0, author: nil, otherRevision: 0, marks: [], placed: 1 + below(98))
        }
        let isKnown = hasStamps && flag()
        let (revision, at) = (2 + below(97), isKnown ? 1_763_700_000_000 + below(99_999) : 0)
        let author = RowAuthor(client: client(), user: hasStamps && flag() ? text() : nil)
        var added: RowStamp?
        if at > 0, flag() {
            added =
                flag()
                ? RowStamp(author: author, revision: revision, at: at)
                : RowStamp(author: RowAuthor(client: client()), revision: 1, at: at - below(9))
        }
        return Authorship(
            revision: revision, author: author, at: at, added: added, otherRevision: below(99),
            marks: marks(), placed: below(99))
    }

    package mutating func sectionState() -> SectionState {
        SectionState(id: section(), title: text(), rules: rules(), rows: some { $0.rowState() })
    }

    package mutating func listState() -> ListState {
        ListState(
            revision: below(1_000), title: text(), rules: rules(),
            sections: some { $0.sectionState() })
    }
}

extension RandomList {
    package mutating func rowTarget() -> RowTarget {
        one(of: [
            .index(section(), below(20) - 5), .before(row()), .after(row()), .start(section()),
            .end(section()), .unspecified,
        ])
    }

    package mutating func sectionTarget() -> SectionTarget {
        one(of: [
            .index(below(20) - 5), .before(section()), .after(section()), .start, .end,
            .unspecified,
        ])
    }

    package mutating func clamp() -> Clamp {
        let why: ClampReason = one(of: [.scope, .bounds, .pinned])
        if below(3) == 0 {
            return Clamp(
                action: below(9), subject: .section(section()), asked: .section(sectionTarget()),
                to: .section(below(9)), why: why)
        }
        return Clamp(
            action: below(9), subject: flag() ? .row(row()) : .rows(some { $0.row() }),
            asked: .row(rowTarget()), to: .row(path()), why: why)
    }

    package mutating func changes() -> ChangeSet {
        var changes = ChangeSet()
        changes.deletedSections = some { SectionDeletion(section: $0.section(), at: $0.below(9)) }
        changes.insertedSections = some {
            SectionInsertion(
                section: $0.section(), at: $0.below(9), title: $0.text(), rules: $0.rules())
        }
        changes.movedSections = some {
            SectionMove(section: $0.section(), from: $0.below(9), to: $0.below(9))
        }
        changes.updatedSections = some {
            SectionUpdate(
                section: $0.section(), at: $0.below(9), title: $0.optional { $0.text() },
                rules: $0.optional { $0.rules() })
        }
        changes.deletedRows = some { RowDeletion(row: $0.row(), at: $0.path()) }
        changes.insertedRows = some {
            RowInsertion(row: $0.row(), at: $0.path(), fields: $0.fields(), rules: $0.rowRules())
        }
        changes.movedRows = some { RowMove(row: $0.row(), from: $0.path(), to: $0.path()) }
        changes.updatedRows = some {
            RowUpdate(
                row: $0.row(), at: $0.path(), fields: $0.fieldChanges(),
                rules: $0.rowRulesChange())
        }
        changes.updatedList = optional {
            ListUpdate(title: $0.optional { $0.text() }, rules: $0.optional { $0.rules() })
        }
        return changes
    }

    package mutating func publishedChange() -> PublishedChange {
        PublishedChange(
            revision: below(100_000), at: 1_763_700_000_000 + below(1_000_000),
            client: optional { $0.client() }, intent: optional { $0.below(99) + 1 },
            user: optional { $0.text() }, undoes: optional { $0.below(99) },
            redoes: optional { $0.below(99) }, isFinal: flag(), folds: optional { $0.below(99) },
            changes: changes(), clamps: some { $0.clamp() })
    }

    package mutating func rowNeighbours() -> RowNeighbours {
        RowNeighbours(
            section: section(), after: optional { $0.row() }, before: optional { $0.row() })
    }

    package mutating func sectionNeighbours() -> SectionNeighbours {
        SectionNeighbours(after: optional { $0.section() }, before: optional { $0.section() })
    }

    package mutating func inverse() -> Inverse {
        hasStamps = false
        defer { hasStamps = true }
        var steps: [InverseStep] = []
        for _ in 0..<20 { steps.append(inverseStep()) }
        return Inverse(steps: steps)
    }

    private mutating func inverseStep() -> InverseStep {
        switch below(9) {
        case 0: .restoreSection(sectionState(), at: sectionNeighbours())
        case 1:
            .moveSection(
                section(), to: sectionNeighbours(), placed: optional { $0.marking() })
        case 2: .deleteRow(row(), rules: rowRules())
        case 3:
            .updateRow(
                row(), fields: fieldReversals(),
                rules: optional { ValueChange(new: $0.rowRules(), old: $0.rowRules()) })
        case 4: .moveRow(row(), to: rowNeighbours(), placed: marking())
        case 5: .restoreRow(rowState(), at: rowNeighbours(), insertable: flag())
        case 6: .deleteSection(section(), rules: rules())
        case 7:
            .updateSection(
                section(), title: optional { ValueChange(new: $0.text(), old: $0.text()) },
                rules: optional { ValueChange(new: $0.rules(), old: $0.rules()) })
        default:
            .updateList(
                title: optional { ValueChange(new: $0.text(), old: $0.text()) },
                rules: optional { ValueChange(new: $0.rules(), old: $0.rules()) })
        }
    }
}
