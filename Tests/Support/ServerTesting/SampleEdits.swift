import ListEditing
import ListProtocol
import Testing

@testable import ListDocument
@testable import ListServer

let ana = Author(client: ClientID("ana"), name: "Ana")
let ben = Author(client: ClientID("ben"), name: "Ben")
let section = SectionID("s")

/// A list with one section and the rows given.
func makeList(_ rows: [String], limits: ProtocolLimits = ProtocolLimits()) throws -> LoadedList {
    let seed = CreateList(
        list: ListID("l"), title: "T", rules: Rules(),
        sections: [
            SectionSeed(
                id: section, title: "S", rules: Rules(),
                rows: rows.map { id in
                    RowSeed(
                        id: RowID(id),
                        fields: Fields([
                            Field(name: "title", value: FieldValue(json: "\"\(id)\""))
                        ]), rules: RowRules())
                })
        ])
    let list = try EditableList.create(
        title: seed.title, rules: seed.rules, sections: seed.states { "" },
        limits: limits.editLimits)
    return LoadedList(
        id: ListID("l"), epoch: "e", limits: limits,
        snapshot: ListSnapshot(state: list.state(), at: 0))
}

func edit(
    _ id: Int, _ actions: [Action], by author: Author = ana, base: Int? = nil,
    epoch: String? = nil
) -> EditRequest {
    let message = EditMessage(
        list: ListID("l"), id: id, base: base, epoch: epoch,
        edit: .success(Edit(base: base, actions: actions)))
    return EditRequest(message, author: author, submitter: TestSubmitter())
}

func undo(_ id: Int, by author: Author = ana, redo: Bool = false) -> EditRequest {
    EditRequest(
        UndoMessage(list: ListID("l"), id: id, epoch: nil), redo: redo, author: author,
        submitter: TestSubmitter())
}

func restore(_ revision: Int, _ id: Int, by author: Author = ana) -> EditRequest {
    EditRequest(
        RestoreMessage(list: ListID("l"), id: id, revision: revision), author: author,
        submitter: TestSubmitter())
}

func rename(_ row: String, _ title: String) -> Action {
    .updateRow(
        row: RowID(row),
        fields: [FieldChange(name: "title", value: FieldValue(json: "\"\(title)\""))],
        rules: RowRulesChange(), ifRevision: nil)
}
func move(_ row: String, _ index: Int) -> Action {
    .moveRow(RowID(row), to: .index(section, index))
}

extension LoadedList {
    /// Applies edits that wait together.
    mutating func apply(_ requests: [EditRequest], now: Int) -> AppliedBatch {
        var queue = EditQueue(requests)
        return apply(&queue, now: now)
    }

    /// Applies one edit alone.
    mutating func answer(_ request: EditRequest, now: Int = 1) -> EditOutcome? {
        apply([request], now: now).answers.first?.outcome
    }

    var order: [String] { list.state().sections.flatMap { $0.rows.map(\.id.text) } }
}
