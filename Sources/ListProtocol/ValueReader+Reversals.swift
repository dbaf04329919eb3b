import JSON
import ListEditing

extension ValueReader {
    func rowNeighbours(_ members: Members) throws(DecodingProblem) -> RowNeighbours {
        RowNeighbours(
            section: try section(members),
            after: try members.identifier(ifPresent: "after").map(RowID.init),
            before: try members.identifier(ifPresent: "before").map(RowID.init))
    }

    func sectionNeighbours(_ members: Members) throws(DecodingProblem) -> SectionNeighbours {
        SectionNeighbours(
            after: try members.identifier(ifPresent: "after").map(SectionID.init),
            before: try members.identifier(ifPresent: "before").map(SectionID.init))
    }

    func reversals(_ members: Members) throws(DecodingProblem) -> [FieldInverse] {
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

    func placed(_ members: Members) throws(DecodingProblem) -> ValueChange<Int> {
        let marks = try members.array("placed")
        guard marks.count == 2, let made = marks[0].whole, let was = marks[1].whole else {
            throw DecodingProblem("placed", "must be two marks")
        }
        return ValueChange(new: made, old: was)
    }

    func titleReversal(_ members: Members) throws(DecodingProblem) -> ValueChange<String>? {
        try members.inside(ifPresent: "title") { (both) throws(DecodingProblem) in
            ValueChange(new: try both.string("made"), old: try both.string("was"))
        }
    }

    func rulesReversal(_ members: Members) throws(DecodingProblem) -> ValueChange<Rules>? {
        try members.inside(ifPresent: "rules") { (both) throws(DecodingProblem) in
            ValueChange(
                new: try rules(try both.object("made")),
                old: try rules(try both.object("was")))
        }
    }

    func rowRulesReversal(_ members: Members) throws(DecodingProblem) -> ValueChange<RowRules>? {
        try members.inside(ifPresent: "rules") { (both) throws(DecodingProblem) in
            ValueChange(
                new: try rowRules(try both.object("made")),
                old: try rowRules(try both.object("was")))
        }
    }
}
