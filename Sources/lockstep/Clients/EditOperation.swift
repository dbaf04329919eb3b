import JSON
import ListClient
import ListEditing
import ListProtocol

/// What `lockstep edit` is asked to do, before it knows the list.
enum EditWish: Equatable {
    case actions([Action])
    case deleteWhere(RowCondition)
    case undo
    case redo

    /// The verbs of the command line.
    enum Verb: String, CaseIterable {
        case add, set, rename, move, delete, undo, redo
    }

    /// Reads a verb with its words and flags.
    ///
    /// - Throws: `CommandFailure` that says what the verb takes.
    init(
        _ verb: Verb, _ words: [String], place: EditPlace, condition: RowCondition?
    ) throws(CommandFailure) {
        guard condition == nil || verb == .delete else {
            throw CommandFailure("--where goes with delete")
        }
        switch (verb, words.count) {
        case (.add, 1...):
            let target = try place.target()
            // Each goes where the one before stands, so that the last comes first there.
            let titles = place.holdsItsPlace ? words.reversed() : words
            self = .actions(
                titles.map { title in
                    .insertRow(
                        row: nil,
                        fields: Fields([Field(name: "title", value: .text(title))]),
                        rules: RowRules(), to: target)
                })
        case (.set, 3): self = .actions([Self.update(words[0], words[1], Self.value(words[2]))])
        case (.rename, 2): self = .actions([Self.update(words[0], "title", .text(words[1]))])
        case (.move, 1...):
            let rows = words.map { RowID($0) }
            let target = try place.target()
            self = .actions([
                rows.count == 1 ? .moveRow(rows[0], to: target) : .moveRows(rows, to: target)
            ])
        case (.delete, 0):
            guard let condition else { throw Self.usage(verb) }
            self = .deleteWhere(condition)
        case (.delete, 1...):
            guard condition == nil else {
                throw CommandFailure("delete takes rows, or --where, not both")
            }
            self = .actions([.deleteRows(words.map { RowID($0) })])
        case (.undo, 0): self = .undo
        case (.redo, 0): self = .redo
        default: throw Self.usage(verb)
        }
    }

    /// Reads a line of standard input: an action, an array of actions, an object with `actions`, or
    /// `{"type":"undo"}`.
    ///
    /// - Throws: `CommandFailure` that names what is wrong.
    init(json line: String) throws(CommandFailure) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.read(Array(line.utf8))
        } catch {
            throw CommandFailure("no JSON: \(error.message)")
        }
        if value.object?["op"] == nil, value.array == nil, let type = value.object?["type"]?.string
        {
            switch type {
            case "undo": self = .undo
            case "redo": self = .redo
            case "edit": self = .actions(try Self.actions(value.object?["actions"]))
            default: throw CommandFailure("\(type) is none of edit, undo and redo")
            }
            return
        }
        let actions = value.array ?? value.object?["actions"]?.array ?? [value]
        self = .actions(try Self.actions(.array(actions)))
    }

    private static func actions(_ value: JSONValue?) throws(CommandFailure) -> [Action] {
        guard let value else { throw CommandFailure("actions is missing") }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", "edit")
            writer.member("list", "list")
            writer.member("id", 1)
            writer.name("actions")
            writer.raw(value.canonicalText)
        }
        // The server holds the edit to its limits, which may be wider than the usual ones.
        var limits = Limits()
        limits.actions = .max
        limits.fieldsBytes = .max
        limits.titleBytes = .max
        guard case .messages(let messages) = ClientFrame.decode(writer.bytes, limits: limits),
            case .message(.edit(let edit))? = messages.first
        else { throw CommandFailure("no edit can be read") }
        switch edit.edit {
        case .success(let edit): return edit.actions
        case .failure(let rejection): throw CommandFailure(rejection.message)
        }
    }

    private static func update(_ row: String, _ field: String, _ value: FieldValue?) -> Action {
        .updateRow(
            row: RowID(row), fields: [FieldChange(name: field, value: value)],
            rules: RowRulesChange(), ifRevision: nil)
    }

    /// JSON where it is some, `null` for none, else the text as it is.
    private static func value(_ word: String) -> FieldValue? {
        guard let value = try? JSONReader.read(Array(word.utf8)) else { return .text(word) }
        return value == .null ? nil : FieldValue(json: value.canonicalText)
    }

    private static func usage(_ verb: Verb) -> CommandFailure {
        switch verb {
        case .add: CommandFailure("add takes titles: add TITLE...")
        case .set: CommandFailure("set takes a row, a field and a value: set ROW FIELD VALUE")
        case .rename: CommandFailure("rename takes a row and its title: rename ROW TITLE")
        case .move: CommandFailure("move takes rows and a place: move ROW... --before ROW")
        case .delete: CommandFailure("delete takes rows, or --where FIELD OP VALUE")
        case .undo, .redo: CommandFailure("\(verb.rawValue) takes nothing")
        }
    }
}
