import ListEditing
import ListProtocol

/// Makes lists, change sets and inverses at random, the same for the same seed (SplitMix64).
///
/// They need not make sense as edits; only their forms matter here.
struct RandomList {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    mutating func flag() -> Bool { below(2) == 0 }

    mutating func optional<Value>(_ make: (inout RandomList) -> Value) -> Value? {
        flag() ? make(&self) : nil
    }

    mutating func some<Value>(_ make: (inout RandomList) -> Value) -> [Value] {
        var values: [Value] = []
        for _ in 0..<below(4) { values.append(make(&self)) }
        return values
    }

    mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

    mutating func text() -> String {
        let pieces = [
            "a", "B", " ", "\"", "\\", "\n", "\u{1}", "é", "e\u{301}", "😀", "apples", "/",
        ]
        return (0..<below(8)).map { _ in one(of: pieces) }.joined()
    }

    mutating func row() -> RowID { RowID("r\(below(100))") }
    mutating func section() -> SectionID { SectionID("s\(below(10))") }
    mutating func client() -> ClientID { ClientID("client\(below(5))") }
    mutating func path() -> IndexPath { IndexPath(section: below(9), row: below(300)) }

    mutating func value() -> FieldValue {
        FieldValue(
            json: one(of: [
                "1", "-0", "1.50", "true", #""x\n""#, "[]", #"{"a":[1,null],"b":{}}"#, #""é""#,
                "9007199254740991", "1e2",
            ]))
    }

    mutating func fields() -> Fields {
        Fields(some { Field(name: $0.text(), value: $0.value()) })
    }

    /// Ascending by name, like the names of fields, and each but once.
    private mutating func names() -> [String] {
        Fields(some { Field(name: $0.text(), value: $0.value()) }).entries.map(\.name)
    }

    mutating func marks() -> [FieldMark] {
        names().map { FieldMark(name: $0, revision: below(99)) }
    }

    mutating func fieldChanges() -> [FieldChange] {
        names().map { name in FieldChange(name: name, value: optional { $0.value() }) }
    }

    mutating func marking() -> ValueChange<Int> { ValueChange(new: below(99), old: below(99)) }

    mutating func fieldReversals() -> [FieldInverse] {
        names().map { name in
            FieldInverse(name: name, value: optional { $0.value() }, mark: marking())
        }
    }

    mutating func rules() -> Rules {
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

    mutating func rowRules() -> RowRules {
        var rules = RowRules()
        rules.editable = optional { $0.flag() }
        rules.deletable = optional { $0.flag() }
        rules.movable = optional { $0.flag() }
        rules.pinned = optional { $0.one(of: [.top, .bottom]) }
        return rules
    }

    mutating func rowRulesChange() -> RowRulesChange {
        var change = RowRulesChange()
        change.editable = one(of: [.keep, .clear, .set(true), .set(false)])
        change.deletable = one(of: [.keep, .clear, .set(true), .set(false)])
        change.movable = one(of: [.keep, .clear, .set(true), .set(false)])
        change.pinned = one(of: [.keep, .clear, .set(.top), .set(.bottom)])
        return change
    }

    mutating func rowState() -> Row {
        let fields = fields()
        let rules = rowRules()
        guard flag() else { return Row(id: row(), fields: fields, rules: rules) }
        return Row(
            id: row(), fields: fields, rules: rules,
            authorship: Authorship(
                revision: below(99), client: client(), otherRevision: below(99), marks: marks(),
                placed: below(99)))
    }

    mutating func sectionState() -> SectionState {
        SectionState(id: section(), title: text(), rules: rules(), rows: some { $0.rowState() })
    }

    mutating func listState() -> ListState {
        ListState(
            revision: below(1_000), title: text(), rules: rules(),
            sections: some { $0.sectionState() })
    }
}
