import ListEditing
import ListProtocol

@testable import ListDocument
@testable import ListServer
@testable import ServerTesting

extension SmallWorld {
    /// What a client asks for, or what befalls the server.
    enum Intent {
        case edit(Action)
        case undo
        case redo
        /// Sends again what is not answered; where all is, the last edit.
        case resend
        case restart
    }

    /// What becomes of the record that a step makes.
    enum Fate: CaseIterable {
        case stored
        /// The server ends before it is stored.
        case lost
        /// The server ends once it is stored, and before anybody hears of it.
        case unobserved
        /// It is stored, and the journal cannot tell.
        case inDoubt
        /// It is not stored, and the journal cannot tell.
        case inDoubtAndLost
        case refused
    }

    struct Step: CustomStringConvertible {
        let client: Int
        let intent: Intent
        var fate = Fate.stored

        var description: String {
            let what = "\(intent)".replacing(/[A-Za-z]+\./, with: "")
            let outcome = fate == .stored ? "" : ", which is \(fate)"
            return if case .restart = intent { what } else { "client \(client): \(what)\(outcome)" }
        }
    }

    /// A client: what it sent and what it heard.
    struct Client {
        let author: Author
        /// By id, from 1 on: what it asked for, and the revision in which its places count.
        var sent: [(intent: Intent, base: Int?)] = []
        var answers: [Int: EditOutcome] = [:]
        /// The newest revision that it knows.
        var seen = 0

        var unanswered: [Int] { (1..<(sent.count + 1)).filter { answers[$0] == nil } }

        func request(_ id: Int) -> EditRequest {
            switch sent[id - 1] {
            case (.edit(let action), let base): edit(id, [action], by: author, base: base)
            case (.redo, _): undo(id, by: author, redo: true)
            case (.undo, _), (.resend, _), (.restart, _): undo(id, by: author)
            }
        }
    }

    /// What a list holds: all that an undo brings back.
    struct Content: Hashable {
        struct Section: Hashable {
            let id, title: String
            let rows: [Row]
        }

        struct Row: Hashable {
            let id: String
            let fields: Fields
        }

        let title: String
        let sections: [Section]

        init(_ list: LoadedList) {
            let state = list.list.state()
            title = state.title
            sections = state.sections.map { section in
                Section(
                    id: section.id.text, title: section.title,
                    rows: section.rows.map { Row(id: $0.id.text, fields: $0.fields) })
            }
        }

        var rows: [String] { sections.flatMap { $0.rows.map(\.id) } }
    }

    /// A revision: what the list holds, and which edit made it; nil: none did.
    struct Revision {
        let content: Content
        let step: (client: ClientID, id: Int, intent: Intent)?

        func isOf(_ client: Client, _ id: Int) -> Bool {
            step?.client == client.author.client && step?.id == id
        }

        /// What is wrong with it as the next one.
        func problem(after before: [Revision]) -> String? {
            guard let last = before.last, let step else { return "no edit made it" }
            let rows = content.rows
            if Set(rows).count != rows.count { return "a row is there twice: \(rows)" }
            switch step.intent {
            case .edit(let action):
                let wanted = action.rows(after: last.content)
                return Set(rows) == wanted ? nil : "rows are \(rows), and should be \(wanted)"
            case .undo, .redo:
                // Right after the step that it takes back, by the same client, it takes back all of it.
                guard let taken = last.step, taken.client == step.client,
                    taken.intent.isTakenBack(by: step.intent), before.count > 1
                else { return nil }
                return content == before[before.count - 2].content
                    ? nil : "an undo or redo does not bring back what was there"
            case .resend, .restart: return "nothing of the kind changes a list"
            }
        }
    }

    /// A list of the rows a, b in a section s, and c in a section t.
    static func makeList() throws -> LoadedList {
        func seed(_ id: String, _ rows: [String]) -> SectionSeed {
            SectionSeed(
                id: SectionID(id), title: id.uppercased(), rules: Rules(),
                rows: rows.map { row in
                    let title = Field(name: "title", value: FieldValue(json: "\"\(row)\""))
                    return RowSeed(id: RowID(row), fields: Fields([title]), rules: RowRules())
                })
        }
        let create = CreateList(
            list: ListID("l"), title: "T", rules: Rules(),
            sections: [seed("s", ["a", "b"]), seed("t", ["c"])])
        let list = try EditableList.create(
            title: create.title, rules: create.rules, sections: create.states { "" },
            limits: ProtocolLimits().editLimits)
        return LoadedList(
            id: ListID("l"), epoch: "e", limits: ProtocolLimits(),
            snapshot: ListSnapshot(state: list.state(), at: 0))
    }
}

extension SmallWorld.Intent {
    /// Whether the other, right after it, takes it back.
    func isTakenBack(by other: Self) -> Bool {
        switch (self, other) {
        case (.edit, .undo), (.redo, .undo), (.undo, .redo): true
        default: false
        }
    }
}

extension Action {
    /// The action with this name for what it inserts, and for what it writes.
    func named(_ name: String) -> Action {
        switch self {
        case .insertRow(_, let fields, let rules, let place):
            .insertRow(row: RowID(name), fields: fields, rules: rules, to: place)
        case .insertSection(_, let title, let rules, let place):
            .insertSection(section: SectionID(name), title: title, rules: rules, to: place)
        case .updateRow(let row, let fields, let rules, let revision):
            .updateRow(
                row: row,
                fields: fields.map { field in
                    FieldChange(
                        name: field.name,
                        value: field.value.map { _ in FieldValue(json: "\"\(name)\"") })
                }, rules: rules, ifRevision: revision)
        case .updateSection(let section, let title, let rules):
            .updateSection(section, title: title.map { _ in name }, rules: rules)
        case .updateList(let title, let rules):
            .updateList(title: title.map { _ in name }, rules: rules)
        default: self
        }
    }

    /// The rows that are in the list once the action has changed it.
    func rows(after before: SmallWorld.Content) -> Set<String> {
        let rows = Set(before.rows)
        return switch self {
        case .insertRow(let row?, _, _, _): rows.union([row.text])
        case .deleteRows(let gone): rows.subtracting(gone.map(\.text))
        case .deleteSections(let gone):
            rows.subtracting(
                before.sections.filter { gone.map(\.text).contains($0.id) }
                    .flatMap { $0.rows.map(\.id) })
        default: rows
        }
    }
}

extension EditOutcome {
    /// Whether an edit that was answered with the other is told the same.
    func repeats(_ first: EditOutcome) -> Bool {
        switch (first, self) {
        case (.applied(let made, _, _), .duplicate(let notified, applied: true)),
            (.duplicate(let made, applied: true), .duplicate(let notified, applied: true)):
            made == notified
        case (.noop, .duplicate(_, applied: false)), (.rejected, .duplicate(_, applied: false)),
            (.duplicate(_, applied: false), .duplicate(_, applied: false)), (.rejected, .rejected):
            true
        default: false
        }
    }
}
