import ListEditing
import ListProtocol

@testable import ListFiles

/// A list as its parts are written in a test.
enum WrittenList {
    /// A list with something of every kind.
    static var rich: ListState {
        var rules = Rules()
        rules.moveScope = .section
        var pinned = RowRules()
        pinned.pinned = .top
        let author = RowAuthor(client: ClientID("c"))
        return state(
            "Trip: north",
            [
                SectionState(
                    id: SectionID("s1"), title: "",
                    rows: [
                        Row(
                            id: RowID("a"),
                            fields: fields([
                                "title": #""Book train""#, "done": "true", "priority": "1",
                                "detail": #""Seat 12;\nat the window, left""#,
                                "due": #""2026-12-05""#, "labels": #"["home","two words"]"#,
                                "url": #""https://example.org/?a=1&b=2""#, "assignee": #""Lou""#,
                            ]), rules: pinned,
                            authorship: Authorship(
                                revision: 3, author: author, at: 1_764_330_000_000,
                                otherRevision: 0, marks: [])),
                        row("b", #""Compare prices""#, ["indent": "1", "done": "false"]),
                        row("c", #""Ask""#, ["indent": "4", "n": "1.50", "priority": "3"]),
                        row("d", #""Pack""#, ["due": #""2026-12-04T10:30:00+01:00""#]),
                        row("e", #""  ""#, ["detail": #""of nothing""#]),
                    ]),
                SectionState(
                    id: SectionID("s2"), title: "Later",
                    rows: [
                        row("f", #""Museum""#, ["due": #""some day""#, "priority": "2"])
                    ]),
            ], rules: rules)
    }

    static func state(
        _ title: String, _ sections: [SectionState], rules: Rules = Rules()
    ) -> ListState {
        ListState(revision: 1, title: title, rules: rules, sections: sections)
    }

    /// A list of one section without a title.
    static func rows(_ rows: [Row]) -> ListState {
        state("T", [SectionState(id: SectionID("s"), title: "", rows: rows)])
    }

    /// A row by the JSON of its title and other fields.
    static func row(_ id: String, _ title: String, _ others: [String: String] = [:]) -> Row {
        Row(id: RowID(id), fields: fields(others.merging(["title": title]) { $1 }))
    }

    private static func fields(_ values: [String: String]) -> Fields {
        Fields(values.map { Field(name: $0.key, value: FieldValue(json: $0.value)) })
    }
}

extension ExportFormat {
    /// The text of the file of a list with the id `l`, and the words of its losses.
    func text(_ state: ListState) -> (text: String, lost: [String]) {
        let file = write(ListID("l"), state)
        return (String(decoding: file.bytes, as: UTF8.self), file.lost.map(\.words))
    }
}
