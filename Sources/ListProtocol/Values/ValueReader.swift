import JSON
import ListEditing

/// Reads what actions, created lists and change sets have in common, within limits.
struct ValueReader {
    let limits: Limits
    /// How deep a value of a field may nest.
    let fieldDepth: Int

    /// Bounds for what this server wrote itself and need not be held against limits again.
    static let unbounded = ValueReader(limits: nil)

    init(limits: Limits?) {
        if let limits {
            self.limits = limits
            fieldDepth = Limits.fieldDepth
        } else {
            // A store may have values that nest deeper than new ones may.
            fieldDepth = .max
            var open = Limits()
            open.fieldsBytes = .max
            open.titleBytes = .max
            open.sections = .max
            open.actions = .max
            self.limits = open
        }
    }

    func title(_ members: Members) throws(DecodingProblem) -> String {
        guard let title = try title(ifPresentIn: members) else { throw Members.missing("title") }
        return title
    }

    func title(
        ifPresentIn members: Members, named name: String = "title"
    ) throws(DecodingProblem) -> String? {
        guard let title = try members.string(ifPresent: name) else { return nil }
        guard title.utf8.count <= limits.titleBytes else {
            throw DecodingProblem(.tooLarge, name, "is longer than \(limits.titleBytes) bytes")
        }
        return title
    }

    func section(_ members: Members, _ name: String = "section") throws(DecodingProblem)
        -> SectionID
    {
        SectionID(try members.identifier(name))
    }

    func row(_ members: Members, _ name: String = "row") throws(DecodingProblem) -> RowID {
        RowID(try members.identifier(name))
    }
}
