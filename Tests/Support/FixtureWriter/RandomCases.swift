import JSON
import SeededRandom

/// Lists and edits made from a seed: every operation, every form of `to`, all rules.
struct RandomCases {
    private var random: CaseRandomness
    private var sections: [String] = []
    private var rows: [String] = []
    private var made = 0

    /// The cases of a file: `count` of them, from the seeds that begin with `seed`.
    static func make(seed: UInt64, count: Int) -> [EditingCase] {
        (0..<count).map { index in
            var cases = RandomCases(seed: seed &+ UInt64(index))
            let list = cases.list()
            let actions = JSONValue.array(
                (0..<(1 + cases.random.below(3))).map { _ in cases.action() })
            return EditingCase(
                name: "seed \(seed &+ UInt64(index))", list: list, actions: actions)
        }
    }

    private init(seed: UInt64) {
        random = CaseRandomness(seed: seed)
    }

    private mutating func list() -> JSONValue {
        let sections = (0..<random.below(4)).map { number in
            self.sections.append("s\(number)")
            let rows = (0..<random.below(6)).map { _ in row() }
            return JSONValue.object([
                "id": .string("s\(number)"), "title": .string("Section \(number)"),
                "rules": rules(ofList: false), "rows": .array(rows),
            ])
        }
        return .object([
            "title": .string("List"), "rules": rules(ofList: true), "sections": .array(sections),
        ])
    }

    private mutating func row() -> JSONValue {
        let id = "r\(rows.count)"
        rows.append(id)
        return .object([
            "id": .string(id), "fields": fields(), "editable": flag(in: 12),
            "deletable": flag(in: 12), "movable": flag(in: 12), "pinned": pin(),
        ])
    }

    private mutating func rules(ofList: Bool) -> JSONValue {
        .object([
            "editable": flag(in: 12), "deletable": flag(in: 12), "reorderable": flag(in: 8),
            "insertable": flag(in: 8),
            "moveScope": ofList && random.once(in: 4) ? .string("section") : nil,
            "maxRows": random.once(in: 6) ? .whole((ofList ? 15 : 5) + random.below(3)) : nil,
        ])
    }

    private mutating func flag(in times: Int) -> JSONValue? {
        random.once(in: times) ? .bool(random.once(in: 4)) : nil
    }

    private mutating func pin() -> JSONValue? {
        random.once(in: 5) ? .string(random.once(in: 2) ? "top" : "bottom") : nil
    }

    private mutating func fields() -> JSONValue {
        .object([
            "title": .string("Item \(random.below(9))"),
            "done": random.once(in: 3) ? .bool(random.once(in: 2)) : nil,
            "detail": random.once(in: 4) ? .string("ümläut \"\(random.below(9))\"\n") : nil,
        ])
    }

    private mutating func action() -> JSONValue {
        switch random.below(16) {
        case 0, 1:
            made += 1
            return .object([
                "op": .string("insertRow"),
                "row": .string(random.once(in: 9) ? anyRow() : "n\(made)"),
                "fields": fields(), "to": rowTarget(), "pinned": pin(),
            ])
        case 2, 3:
            return .object([
                "op": .string("updateRow"), "row": .string(anyRow()), "fields": fields(),
                "pinned": random.once(in: 3) ? (random.once(in: 2) ? .null : pin()) : nil,
                "movable": random.once(in: 6) ? .bool(false) : nil,
            ])
        case 4: return .object(["op": .string("deleteRows"), "rows": someRows()])
        case 5, 6, 7, 8:
            return .object([
                "op": .string("moveRow"), "row": .string(anyRow()), "to": rowTarget(),
            ])
        case 9, 10:
            return .object(["op": .string("moveRows"), "rows": someRows(), "to": rowTarget()])
        case 11:
            made += 1
            return .object([
                "op": .string("insertSection"), "section": .string("t\(made)"),
                "title": .string("New"), "to": sectionTarget(),
            ])
        case 12:
            return .object([
                "op": .string("updateSection"), "section": .string(anySection()),
                "title": random.once(in: 2) ? .string("Renamed") : nil,
                "rules": random.once(in: 2) ? rules(ofList: false) : nil,
            ])
        case 13:
            return .object([
                "op": .string("deleteSections"), "sections": .array([.string(anySection())]),
            ])
        case 14:
            return .object([
                "op": .string("moveSection"), "section": .string(anySection()),
                "to": sectionTarget(),
            ])
        default:
            return .object([
                "op": .string("updateList"), "title": .string("Title \(random.below(3))"),
                "rules": random.once(in: 2) ? rules(ofList: true) : nil,
            ])
        }
    }

    private mutating func rowTarget() -> JSONValue? {
        switch random.below(9) {
        case 0, 1, 2, 3:
            return .object([
                "section": .string(anySection()), "index": .whole(random.below(9) - 1),
            ])
        case 4: return .object(["before": .string(anyRow())])
        case 5: return .object(["after": .string(anyRow())])
        case 6: return .object(["section": .string(anySection()), "at": .string("start")])
        case 7: return .object(["section": .string(anySection()), "at": .string("end")])
        default: return nil
        }
    }

    private mutating func sectionTarget() -> JSONValue? {
        switch random.below(5) {
        case 0, 1: return .object(["index": .whole(random.below(6) - 1)])
        case 2: return .object(["before": .string(anySection())])
        case 3: return .object(["after": .string(anySection())])
        default: return .object(["at": .string(random.once(in: 2) ? "start" : "end")])
        }
    }

    private mutating func anyRow() -> String {
        rows.isEmpty || random.once(in: 20) ? "none" : rows[random.below(rows.count)]
    }

    private mutating func anySection() -> String {
        sections.isEmpty || random.once(in: 20) ? "none" : sections[random.below(sections.count)]
    }

    private mutating func someRows() -> JSONValue {
        .array((0..<(1 + random.below(4))).map { _ in .string(anyRow()) })
    }
}

/// Choices from a seed, the same on every platform.
///
/// The fixtures were written with the remainder, not with `SplitMix64.below`, which chooses otherwise.
private struct CaseRandomness {
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    /// Returns a number from 0 up to, but not including, `bound`.
    mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }

    /// Returns true with a probability of one in `times`.
    mutating func once(in times: Int) -> Bool { below(times) == 0 }
}
