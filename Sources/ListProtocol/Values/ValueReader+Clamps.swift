import JSON
import ListEditing

extension ValueReader {
    /// One entry of `clamped`.
    func clamp(_ members: Members) throws(DecodingProblem) -> Clamp {
        guard let why = try members.choice(ifPresent: "why", of: ClampReason.self) else {
            throw Members.missing("why")
        }
        let asked = try members.object("asked")
        let isUnspecified = asked.object.members.isEmpty
        let action = try members.whole("action", atLeast: 0)
        if members["section"] != nil {
            return Clamp(
                action: action, subject: .section(try section(members)),
                asked: .section(isUnspecified ? .unspecified : try sectionTarget(asked)),
                to: .section(try members.whole("to", atLeast: 0)), why: why)
        }
        let subject: Clamp.PlacedItem
        if let rows = try members.identifiers(ifPresent: "rows") {
            subject = .rows(rows.map(RowID.init))
        } else {
            subject = .row(try row(members))
        }
        return Clamp(
            action: action, subject: subject,
            asked: .row(isUnspecified ? .unspecified : try rowTarget(asked)),
            to: .row(try path(members, "to")), why: why)
    }

    /// An index path: section, row.
    func path(_ members: Members, _ name: String) throws(DecodingProblem) -> IndexPath {
        let indices = try members.array(name)
        guard indices.count == 2, let section = indices[0].whole, let row = indices[1].whole,
            section >= 0, row >= 0
        else { throw DecodingProblem(name, "must be a section's and a row's index") }
        return IndexPath(section: section, row: row)
    }
}
