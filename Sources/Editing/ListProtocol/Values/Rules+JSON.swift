package import JSON
package import ListEditing

extension JSONWriter {
    /// Writes rules, except those that are not given.
    package mutating func rules(_ rules: Rules) {
        object { writer in
            writer.member("editable", ifPresent: rules.editable)
            writer.member("deletable", ifPresent: rules.deletable)
            writer.member("reorderable", ifPresent: rules.reorderable)
            writer.member("insertable", ifPresent: rules.insertable)
            writer.member("handles", ifPresent: rules.handles?.rawValue)
            writer.member("moveScope", ifPresent: rules.moveScope?.rawValue)
            writer.member("deleteTitle", ifPresent: rules.deleteTitle)
            writer.member("maxRows", ifPresent: rules.maxRows)
            writer.member("kind", ifPresent: rules.kind?.rawValue)
            writer.member("editFields", ifPresent: rules.editFields)
        }
    }

    /// Writes the rules of a row as members of the row.
    package mutating func rowRuleMembers(_ rules: RowRules) {
        member("editable", ifPresent: rules.editable)
        member("deletable", ifPresent: rules.deletable)
        member("movable", ifPresent: rules.movable)
        member("pinned", ifPresent: rules.pinned?.rawValue)
    }

    /// Writes changed rules of a row as members, with `null` for those that are removed.
    mutating func rowRuleMembers(_ change: RowRulesChange) {
        setting("editable", change.editable)
        setting("deletable", change.deletable)
        setting("movable", change.movable)
        switch change.pinned {
        case .keep: break
        case .clear:
            name("pinned")
            null()
        case .set(let pin): member("pinned", pin.rawValue)
        }
    }

    private mutating func setting(_ name: StaticString, _ setting: Patch<Bool>) {
        switch setting {
        case .keep: break
        case .clear:
            self.name(name)
            null()
        case .set(let value): member(name, value)
        }
    }
}

extension ValueReader {
    /// Reads the `rules` of a list or a section; nil where there are none.
    package func rules(ifPresentIn members: Members) throws(DecodingProblem) -> Rules? {
        try members.inside(ifPresent: "rules") { (members) throws(DecodingProblem) in
            try rules(members)
        }
    }

    /// Reads the rules of a list or a section.
    package func rules(_ members: Members) throws(DecodingProblem) -> Rules {
        var rules = Rules()
        rules.editable = try members.bool(ifPresent: "editable")
        rules.deletable = try members.bool(ifPresent: "deletable")
        rules.reorderable = try members.bool(ifPresent: "reorderable")
        rules.insertable = try members.bool(ifPresent: "insertable")
        rules.handles = try members.choice(ifPresent: "handles")
        rules.moveScope = try members.choice(ifPresent: "moveScope")
        rules.deleteTitle = try title(ifPresentIn: members, named: "deleteTitle")
        rules.maxRows = try members.whole(ifPresent: "maxRows", atLeast: 0)
        rules.kind = try members.choice(ifPresent: "kind")
        rules.editFields = try members.bool(ifPresent: "editFields")
        return rules
    }

    /// Reads the rules among the members of a row.
    package func rowRules(_ members: Members) throws(DecodingProblem) -> RowRules {
        var rules = RowRules()
        rules.editable = try members.bool(ifPresent: "editable")
        rules.deletable = try members.bool(ifPresent: "deletable")
        rules.movable = try members.bool(ifPresent: "movable")
        rules.pinned = try members.choice(ifPresent: "pinned")
        return rules
    }

    /// Reads the rules among the members of an update of a row, where `null` removes a rule.
    func rowRulesChange(_ members: Members) throws(DecodingProblem) -> RowRulesChange {
        var change = RowRulesChange()
        change.editable = try setting(members, "editable")
        change.deletable = try setting(members, "deletable")
        change.movable = try setting(members, "movable")
        if members.isNull("pinned") {
            change.pinned = .clear
        } else if let pin = try members.choice(ifPresent: "pinned", of: Pin.self) {
            change.pinned = .set(pin)
        }
        return change
    }

    private func setting(
        _ members: Members, _ name: String
    ) throws(DecodingProblem) -> Patch<Bool> {
        if members.isNull(name) { return .clear }
        guard let value = try members.bool(ifPresent: name) else { return .keep }
        return .set(value)
    }
}
