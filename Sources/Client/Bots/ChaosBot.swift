import ListClient
package import ListEditing
package import SeededRandom

/// Makes any edit, legal or illegal; ``BotRunner`` checks the answers.
package struct ChaosBot: BotBehaviour {
    package static let usualRate = 20.0

    package init() {}

    package mutating func next(
        _ list: EditableList, _ random: inout SplitMix64
    ) -> BotMove {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return .undo
        case 1: return .redo
        default:
            let count = random.below(4) == 0 ? Int.random(in: 2...5, using: &random) : 1
            return .edit((0..<count).map { _ in action(list, &random) })
        }
    }

    private func action(_ list: EditableList, _ random: inout SplitMix64) -> Action {
        switch Int.random(in: 0..<14, using: &random) {
        case 0...3:
            return .insertRow(
                row: random.below(20) == 0 ? row(list, &random) : nil, fields: fields(&random),
                rules: RowRules(), to: place(list, &random))
        case 4, 5:
            return .updateRow(
                row: row(list, &random),
                fields: [FieldChange(name: "title", value: .string(word(&random)))],
                rules: RowRulesChange(), ifRevision: random.below(5) == 0 ? list.revision / 2 : nil)
        case 6: return .deleteRows([row(list, &random), row(list, &random)])
        case 7, 8: return .moveRow(row(list, &random), to: place(list, &random))
        case 9:
            return .moveRows([row(list, &random), row(list, &random)], to: place(list, &random))
        case 10:
            return .insertSection(
                section: nil, title: word(&random), rules: nil,
                to: list.sectionCount > 8 ? .before(SectionID("nowhere")) : .start)
        case 11: return .updateSection(section(list, &random), title: word(&random), rules: nil)
        case 12:
            return random.below(5) == 0
                ? .deleteSections([section(list, &random)])
                : .moveSection(
                    section(list, &random), to: .index(Int.random(in: -2...12, using: &random)))
        default:
            return .updateList(title: random.below(10) == 0 ? tooLong : word(&random), rules: nil)
        }
    }

    private func row(_ list: EditableList, _ random: inout SplitMix64) -> RowID {
        guard list.sectionCount > 0, random.below(15) != 0 else { return RowID("no-such-row") }
        let section = Int.random(in: 0..<list.sectionCount, using: &random)
        let count = list.section(at: section).count
        guard count > 0 else { return RowID("no-such-row") }
        let path = IndexPath(section: section, row: Int.random(in: 0..<count, using: &random))
        return list.row(at: path)?.id ?? RowID("no-such-row")
    }

    private func section(_ list: EditableList, _ random: inout SplitMix64) -> SectionID {
        guard list.sectionCount > 0, random.below(15) != 0 else { return SectionID("nowhere") }
        return list.section(at: Int.random(in: 0..<list.sectionCount, using: &random)).id
    }

    private func place(_ list: EditableList, _ random: inout SplitMix64) -> RowTarget {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .before(row(list, &random))
        case 1: .after(row(list, &random))
        case 2: .start(section(list, &random))
        case 3: .unspecified
        default: .index(section(list, &random), Int.random(in: -3...40, using: &random))
        }
    }

    private func fields(_ random: inout SplitMix64) -> Fields {
        var fields = Fields([Field(name: "title", value: .string(word(&random)))])
        if random.below(3) == 0 { fields["amount"] = .int(Int.random(in: 0...9, using: &random)) }
        if random.below(50) == 0 {
            fields["detail"] = .string(String(repeating: "x", count: 20_000))
        }
        return fields
    }

    private func word(_ random: inout SplitMix64) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyzäß€😀\"\\/")
        let count = Int.random(in: 0...12, using: &random)
        return String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
    }

    private var tooLong: String { String(repeating: "t", count: 2_000) }
}
