import JSON
import ListEditing
import TextBytes

extension JSONWriter {
    /// Writes an action of an edit as clients send it.
    mutating func action(_ action: Action) {
        object { writer in
            switch action {
            case .insertRow(let row, let fields, let rules, let to):
                writer.member("op", "insertRow")
                writer.member("row", ifPresent: row?.text)
                writer.name("fields")
                writer.fields(fields)
                writer.rowRuleMembers(rules)
                writer.place(to)
            case .updateRow(let row, let fields, let rules, let ifRevision):
                writer.member("op", "updateRow")
                writer.member("row", row.text)
                writer.name("fields")
                writer.fields(fields)
                writer.member("ifRevision", ifPresent: ifRevision)
                writer.rowRuleMembers(rules)
            case .deleteRows(let rows):
                writer.member("op", "deleteRows")
                writer.texts("rows", rows.map(\.text))
            case .moveRow(let row, let to):
                writer.member("op", "moveRow")
                writer.member("row", row.text)
                writer.place(to)
            case .moveRows(let rows, let to):
                writer.member("op", "moveRows")
                writer.texts("rows", rows.map(\.text))
                writer.place(to)
            default: writer.sectionAction(action)
            }
        }
    }

    private mutating func sectionAction(_ action: Action) {
        switch action {
        case .insertSection(let section, let title, let rules, let to):
            member("op", "insertSection")
            member("section", ifPresent: section?.text)
            member("title", title)
            given(rules)
            place(to)
        case .updateSection(let section, let title, let rules):
            member("op", "updateSection")
            member("section", section.text)
            member("title", ifPresent: title)
            given(rules)
        case .deleteSections(let sections):
            member("op", "deleteSections")
            texts("sections", sections.map(\.text))
        case .moveSection(let section, let to):
            member("op", "moveSection")
            member("section", section.text)
            place(to)
        case .updateList(let title, let rules):
            member("op", "updateList")
            member("title", ifPresent: title)
            given(rules)
        case .insertRow, .updateRow, .deleteRows, .moveRow, .moveRows: break
        }
    }

    private mutating func given(_ rules: Rules?) {
        guard let rules else { return }
        name("rules")
        self.rules(rules)
    }

    private mutating func place(_ to: RowTarget) {
        guard to != .unspecified else { return }
        name("to")
        target(to)
    }

    private mutating func place(_ to: SectionTarget) {
        guard to != .unspecified else { return }
        name("to")
        target(to)
    }

    /// Writes a member with an array of strings.
    mutating func texts(_ name: StaticString, _ texts: [String]) {
        self.name(name)
        array { writer in
            for text in texts { writer.string(text) }
        }
    }
}

extension ValueReader {
    /// Reads an action of an edit.
    func action(_ value: JSONValue) throws(DecodingProblem) -> Action {
        let members = try Members(value)
        // Canonical equivalence: a word has at most 32 bytes.
        switch try members.string("op").word {
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
        // An update of rules alone needs no fields.
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
