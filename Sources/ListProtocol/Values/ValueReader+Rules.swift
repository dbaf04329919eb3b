import JSON
import ListEditing

extension ValueReader {
    /// The `rules` of a list or a section; nil where none are given.
    func rules(ifPresentIn members: Members) throws(DecodingProblem) -> Rules? {
        try members.inside(ifPresent: "rules") { (members) throws(DecodingProblem) in
            try rules(members)
        }
    }

    /// The rules that an object holds.
    func rules(_ members: Members) throws(DecodingProblem) -> Rules {
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

    /// The rules among the members of a row.
    func rowRules(_ members: Members) throws(DecodingProblem) -> RowRules {
        var rules = RowRules()
        rules.editable = try members.bool(ifPresent: "editable")
        rules.deletable = try members.bool(ifPresent: "deletable")
        rules.movable = try members.bool(ifPresent: "movable")
        rules.pinned = try members.choice(ifPresent: "pinned")
        return rules
    }

    /// The rules among the members of an update of a row: `null` takes one off.
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
