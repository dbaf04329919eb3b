import JSON
import ListEditing

extension ValueReader {
    /// A section with its rows, from a snapshot or from the journal.
    func sectionState(
        _ members: Members, clients: [ClientID] = []
    ) throws(DecodingProblem) -> SectionState {
        SectionState(
            id: try section(members, "id"), title: try title(members),
            rules: try rules(ifPresentIn: members) ?? Rules(),
            rows: try members.each("rows") { (row) throws(DecodingProblem) in
                try rowState(row, clients: clients)
            })
    }

    /// A row, from a snapshot or from the journal.
    func rowState(
        _ members: Members, clients: [ClientID] = []
    ) throws(DecodingProblem) -> Row {
        var authorship = Authorship.createdWithList
        if let values = try members.array(ifPresent: "by") {
            authorship = try DecodingProblem.inside("by") { () throws(DecodingProblem) in
                try Authorship(json: values, clients: clients)
            }
        }
        return Row(
            id: try row(members, "id"), fields: try fields(members),
            rules: try rowRules(members), authorship: authorship)
    }
}
