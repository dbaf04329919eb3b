import JSON
import ListEditing

extension ValueReader {
    /// One action of an edit.
    func action(_ value: JSONValue) throws(DecodingProblem) -> Action {
        let members = try Members(value)
        switch try members.string("op") {
        case "insertRow": return try insertRow(members)
        case "updateRow": return try updateRow(members)
        case "deleteRows": return .deleteRows(try members.identifiers("rows").map(RowID.init))
        case "moveRow":
            return .moveRow(try row(members), to: try rowTarget(ifPresentIn: members))
        case "moveRows":
            return .moveRows(
                try members.identifiers("rows").map(RowID.init),
                to: try rowTarget(ifPresentIn: members))
        case "insertSection": return try insertSection(members)
        case "updateSection":
            return .updateSection(
                try section(members), title: try title(ifPresentIn: members),
                rules: try rules(ifPresentIn: members))
        case "deleteSections":
            return .deleteSections(try members.identifiers("sections").map(SectionID.init))
        case "moveSection":
            return .moveSection(
                try section(members), to: try sectionTarget(ifPresentIn: members))
        case "updateList":
            return .updateList(
                title: try title(ifPresentIn: members), rules: try rules(ifPresentIn: members))
        default: throw DecodingProblem("op", "is not one of the known actions")
        }
    }

    private func insertRow(_ members: Members) throws(DecodingProblem) -> Action {
        .insertRow(
            row: try members.identifier(ifPresent: "row").map(RowID.init),
            fields: try fields(members), rules: try rowRules(members),
            to: try rowTarget(ifPresentIn: members))
    }

    private func updateRow(_ members: Members) throws(DecodingProblem) -> Action {
        let row = try row(members)
        let fields = try fieldChanges(ifPresentIn: members)
        let rules = try rowRulesChange(members)
        // Whoever only gives rules has no fields to name.
        guard members["fields"] != nil || rules != RowRulesChange() else {
            throw Members.missing("fields")
        }
        return .updateRow(
            row: row, fields: fields, rules: rules,
            ifRevision: try members.whole(ifPresent: "ifRevision", atLeast: 0))
    }

    private func insertSection(_ members: Members) throws(DecodingProblem) -> Action {
        .insertSection(
            section: try members.identifier(ifPresent: "section").map(SectionID.init),
            title: try title(members), rules: try rules(ifPresentIn: members),
            to: try sectionTarget(ifPresentIn: members))
    }
}
