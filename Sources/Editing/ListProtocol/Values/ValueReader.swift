import JSON
package import ListEditing

/// Reads the values that edits, created lists, change sets and stored lists have in common.
package struct ValueReader {
    let limits: ProtocolLimits
    /// The deepest nesting of the value of a field.
    let fieldDepth: Int

    /// A reader without limits, for what a server wrote.
    package static let unbounded = ValueReader(limits: nil)

    init(limits: ProtocolLimits?) {
        if let limits {
            self.limits = limits
            fieldDepth = ProtocolLimits.fieldDepth
        } else {
            // Stores can have values from before there was a limit of their depth.
            fieldDepth = .max
            var open = ProtocolLimits()
            open.fieldsBytes = .max
            open.titleBytes = .max
            open.sections = .max
            open.actions = .max
            self.limits = open
        }
    }

    package func title(_ members: Members) throws(DecodingProblem) -> String {
        guard let title = try title(ifPresentIn: members) else { throw Members.missing("title") }
        return title
    }

    package func title(
        ifPresentIn members: Members, named name: String = "title"
    ) throws(DecodingProblem) -> String? {
        guard let title = try members.string(ifPresent: name) else { return nil }
        guard title.utf8.count <= limits.titleBytes else {
            throw DecodingProblem(.tooLarge, name, "is longer than \(limits.titleBytes) bytes")
        }
        return title
    }

    package func section(_ members: Members, _ name: String = "section") throws(DecodingProblem)
        -> SectionID
    {
        SectionID(try members.identifier(name))
    }

    package func row(_ members: Members, _ name: String = "row") throws(DecodingProblem) -> RowID {
        RowID(try members.identifier(name))
    }
}
