package import JSON
package import ListEditing

extension JSONWriter {
    /// Writes rules; those that are not given are left out.
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

    /// Writes changed rules of a row as members: `null` for those that are taken off.
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
