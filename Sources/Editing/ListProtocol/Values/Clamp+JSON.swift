package import JSON
package import ListEditing

extension JSONWriter {
    /// Writes the member `clamped`, or nothing where there are no clamps.
    package mutating func clamps(_ clamps: [Clamp]) {
        guard !clamps.isEmpty else { return }
        name("clamped")
        array { writer in
            for clamp in clamps { writer.clamp(clamp) }
        }
    }

    private mutating func clamp(_ clamp: Clamp) {
        object { writer in
            writer.member("action", clamp.action)
            switch clamp.subject {
            case .row(let row): writer.member("row", row.text)
            case .rows(let rows):
                writer.name("rows")
                writer.array { writer in
                    for row in rows { writer.string(row.text) }
                }
            case .section(let section): writer.member("section", section.text)
            }
            writer.name("asked")
            switch clamp.asked {
            case .row(let target): writer.target(target)
            case .section(let target): writer.target(target)
            }
            writer.name("to")
            switch clamp.to {
            case .row(let path): writer.path(path)
            case .section(let index): writer.whole(index)
            }
            writer.member("why", clamp.why.rawValue)
        }
    }
}

extension ValueReader {
    /// Reads an entry of `clamped`.
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

    /// Reads an index path: section, row.
    func path(_ members: Members, _ name: String) throws(DecodingProblem) -> IndexPath {
        let indices = try members.array(name)
        guard indices.count == 2, let section = indices[0].whole, let row = indices[1].whole,
            section >= 0, row >= 0
        else { throw DecodingProblem(name, "must be a section's and a row's index") }
        return IndexPath(section: section, row: row)
    }
}
