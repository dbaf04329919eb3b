package import JSON
package import ListEditing
package import ListProtocol
import TextBytes

extension Inverse {
    /// Writes the steps as the journal stores them, in an array.
    package func write(to writer: inout JSONWriter) {
        writer.array { writer in
            for step in steps { step.write(to: &writer) }
        }
    }

    /// Reads what `write` wrote.
    ///
    /// - Throws: a `DecodingProblem` that names the step and the member.
    package init(json: JSONValue) throws(DecodingProblem) {
        guard case .array(let elements) = json else {
            throw DecodingProblem("", "must be an array")
        }
        var steps: [InverseStep] = []
        steps.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do { steps.append(try InverseStep(members: Members(element))) } catch {
                throw error.within("[\(index)]")
            }
        }
        self.init(steps: steps)
    }
}

extension InverseStep {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in writeMembers(to: &writer) }
    }

    private func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .restoreSection(let section, let place):
            writer.member("op", "restoreSection")
            writer.name("state")
            writer.stored(section)
            writer.neighbours(place)
        case .moveSection(let section, let place, let placed):
            writer.member("op", "moveSection")
            writer.member("section", section.text)
            writer.neighbours(place)
            if let placed { writer.placed(placed) }
        case .deleteRow(let row, let rules):
            writer.member("op", "deleteRow")
            writer.member("row", row.text)
            if rules != RowRules() {
                writer.name("rules")
                writer.object { writer in writer.rowRuleMembers(rules) }
            }
        case .updateRow(let row, let fields, let rules):
            writer.member("op", "updateRow")
            writer.member("row", row.text)
            writer.reversals(fields)
            writer.reversal("rules", rules) { writer, rules in
                writer.object { writer in writer.rowRuleMembers(rules) }
            }
        case .moveRow(let row, let place, let placed):
            writer.member("op", "moveRow")
            writer.member("row", row.text)
            writer.neighbours(place)
            writer.placed(placed)
        case .restoreRow(let row, let place, let insertable):
            writer.member("op", "restoreRow")
            writer.name("state")
            writer.stored(row)
            writer.neighbours(place)
            writer.member("insertable", insertable)
        case .deleteSection(let section, let rules):
            writer.member("op", "deleteSection")
            writer.member("section", section.text)
            if rules != Rules() {
                writer.name("rules")
                writer.rules(rules)
            }
        case .updateSection(let section, let title, let rules):
            writer.member("op", "updateSection")
            writer.member("section", section.text)
            // Canonical equivalence: it is written, not compared.
            writer.reversal("title", title) { $0.string($1) }
            writer.reversal("rules", rules) { $0.rules($1) }
        case .updateList(let title, let rules):
            writer.member("op", "updateList")
            // Canonical equivalence: it is written, not compared.
            writer.reversal("title", title) { $0.string($1) }
            writer.reversal("rules", rules) { $0.rules($1) }
        }
    }
}

extension InverseStep {
    fileprivate init(members: Members) throws(DecodingProblem) {
        let reader = ValueReader.unbounded
        // Canonical equivalence: a word has at most 32 bytes.
        switch try members.string("op").word {
        case "restoreSection":
            self = .restoreSection(
                try reader.storedSection(try members.object("state")),
                at: try reader.sectionNeighbours(members))
        case "moveSection":
            self = .moveSection(
                try reader.section(members), to: try reader.sectionNeighbours(members),
                placed: try members.array(ifPresent: "placed") == nil
                    ? nil : try reader.placed(members))
        case "deleteRow":
            let rules = try members.inside(ifPresent: "rules") { (rules) throws(DecodingProblem) in
                try reader.rowRules(rules)
            }
            self = .deleteRow(try reader.row(members), rules: rules ?? RowRules())
        case "updateRow":
            self = .updateRow(
                try reader.row(members), fields: try reader.reversals(members),
                rules: try reader.rowRulesReversal(members))
        case "moveRow":
            self = .moveRow(
                try reader.row(members), to: try reader.rowNeighbours(members),
                placed: try reader.placed(members))
        case "restoreRow":
            guard let insertable = try members.bool(ifPresent: "insertable") else {
                throw Members.missing("insertable")
            }
            self = .restoreRow(
                try reader.storedRow(try members.object("state")),
                at: try reader.rowNeighbours(members), insertable: insertable)
        case "deleteSection":
            self = .deleteSection(
                try reader.section(members),
                rules: try reader.rules(ifPresentIn: members) ?? Rules())
        case "updateSection":
            self = .updateSection(
                try reader.section(members), title: try reader.titleReversal(members),
                rules: try reader.rulesReversal(members))
        case "updateList":
            self = .updateList(
                title: try reader.titleReversal(members),
                rules: try reader.rulesReversal(members))
        default: throw DecodingProblem("op", "is not one of the known steps")
        }
    }
}

extension JSONWriter {
    fileprivate mutating func neighbours(_ place: RowNeighbours) {
        member("section", place.section.text)
        member("after", ifPresent: place.after?.text)
        member("before", ifPresent: place.before?.text)
    }

    fileprivate mutating func neighbours(_ place: SectionNeighbours) {
        member("after", ifPresent: place.after?.text)
        member("before", ifPresent: place.before?.text)
    }

    /// Writes `fields`: for each name the mark after the set, the mark before it and the former
    /// value, if there was one.
    fileprivate mutating func reversals(_ fields: [FieldInverse]) {
        name("fields")
        object { writer in
            for field in fields {
                writer.name(field.name)
                writer.array { writer in
                    writer.whole(field.mark.new)
                    writer.whole(field.mark.old)
                    if let value = field.value { writer.raw(value.json) }
                }
            }
        }
    }

    /// Writes `placed`: the mark of a row's place after the set and before it.
    fileprivate mutating func placed(_ placed: ValueChange<Int>) {
        name("placed")
        array { writer in
            writer.whole(placed.new)
            writer.whole(placed.old)
        }
    }

    /// Writes the value after a set and before it, or nothing where the set did not change it.
    fileprivate mutating func reversal<Value>(
        _ name: StaticString, _ reversal: ValueChange<Value>?,
        _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard let reversal else { return }
        self.name(name)
        object { writer in
            writer.name("made")
            write(&writer, reversal.new)
            writer.name("was")
            write(&writer, reversal.old)
        }
    }
}

extension ValueReader {
    fileprivate func rowNeighbours(_ members: Members) throws(DecodingProblem) -> RowNeighbours {
        RowNeighbours(
            section: try section(members),
            after: try members.identifier(ifPresent: "after").map(RowID.init),
            before: try members.identifier(ifPresent: "before").map(RowID.init))
    }

    fileprivate func sectionNeighbours(_ members: Members) throws(DecodingProblem)
        -> SectionNeighbours
    {
        SectionNeighbours(
            after: try members.identifier(ifPresent: "after").map(SectionID.init),
            before: try members.identifier(ifPresent: "before").map(SectionID.init))
    }

    fileprivate func reversals(_ members: Members) throws(DecodingProblem) -> [FieldInverse] {
        var reversals: [FieldInverse] = []
        for member in try members.object("fields").object.members {
            guard case .array(let parts) = member.value, parts.count == 2 || parts.count == 3,
                let made = parts[0].whole, let was = parts[1].whole
            else { throw DecodingProblem("fields.\(member.name)", "must be marks and a value") }
            reversals.append(
                FieldInverse(
                    name: member.name,
                    value: parts.count == 3 ? FieldValue(json: parts[2].canonicalText) : nil,
                    mark: ValueChange(new: made, old: was)))
        }
        return reversals
    }

    fileprivate func placed(_ members: Members) throws(DecodingProblem) -> ValueChange<Int> {
        let marks = try members.array("placed")
        guard marks.count == 2, let made = marks[0].whole, let was = marks[1].whole else {
            throw DecodingProblem("placed", "must be two marks")
        }
        return ValueChange(new: made, old: was)
    }

    fileprivate func titleReversal(_ members: Members) throws(DecodingProblem) -> ValueChange<
        String
    >? {
        try members.inside(ifPresent: "title") { (both) throws(DecodingProblem) in
            // Canonical equivalence: it is read, not compared.
            ValueChange(new: try both.string("made"), old: try both.string("was"))
        }
    }

    fileprivate func rulesReversal(_ members: Members) throws(DecodingProblem) -> ValueChange<
        Rules
    >? {
        try members.inside(ifPresent: "rules") { (both) throws(DecodingProblem) in
            ValueChange(
                new: try rules(try both.object("made")),
                old: try rules(try both.object("was")))
        }
    }

    fileprivate func rowRulesReversal(_ members: Members) throws(DecodingProblem) -> ValueChange<
        RowRules
    >? {
        try members.inside(ifPresent: "rules") { (both) throws(DecodingProblem) in
            ValueChange(
                new: try rowRules(try both.object("made")),
                old: try rowRules(try both.object("was")))
        }
    }
}
