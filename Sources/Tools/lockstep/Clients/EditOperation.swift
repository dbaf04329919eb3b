import ArgumentParser
import JSON
import ListClient
import ListEditing
import ListProtocol

/// An operation of `lockstep edit`, parsed from the command line or from standard input.
enum EditOperation: Equatable {
    case actions([Action])
    case deleteWhere(RowCondition)
    /// `skips`: what would be undone or redone is left out.
    case undo(skips: Bool)
    case redo(skips: Bool)
    /// As of a revision.
    case restore(Int)

    /// The verbs of the command line.
    enum Verb: String, CaseIterable {
        case add, set, rename, move, delete, undo, redo, restore
    }

    /// Parses a verb with its arguments and options.
    ///
    /// - Throws: `CommandError` that says what the verb takes.
    init(
        _ verb: Verb, _ words: [String], place: PlaceOptions, condition: RowCondition?,
        skips: Bool = false
    ) throws(CommandError) {
        guard !skips || verb == .undo || verb == .redo else {
            throw CommandError("--skip goes with undo and redo")
        }
        guard condition == nil || verb == .delete else {
            throw CommandError("--where goes with delete")
        }
        switch (verb, words.count) {
        case (.add, 1...):
            let target = try place.target()
            // The titles are then inserted from the last to the first.
            let titles = place.reversesOrder ? words.reversed() : words
            self = .actions(
                titles.map { title in
                    .insertRow(
                        row: nil,
                        fields: Fields([Field(name: "title", value: .string(title))]),
                        rules: RowRules(), to: target)
                })
        case (.set, 3): self = .actions([Self.update(words[0], words[1], Self.value(words[2]))])
        case (.rename, 2): self = .actions([Self.update(words[0], "title", .string(words[1]))])
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
                throw CommandError("delete takes rows, or --where, not both")
            }
            self = .actions([.deleteRows(words.map { RowID($0) })])
        case (.undo, 0): self = .undo(skips: skips)
        case (.redo, 0): self = .redo(skips: skips)
        case (.restore, 1):
            guard let revision = Int(words[0]), revision >= 0 else { throw Self.usage(verb) }
            self = .restore(revision)
        default: throw Self.usage(verb)
        }
    }

    /// Parses a line of standard input: an action, an array of actions, an object with `actions`, or
    /// `{"type":"undo"}`, `{"type":"restore","revision":41}`.
    ///
    /// - Throws: `CommandError` that names the mistake.
    init(json line: String) throws(CommandError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.read(Array(line.utf8))
        } catch {
            throw CommandError("no JSON: \(error.message)")
        }
        if value.object?["op"] == nil, value.array == nil, let type = value.object?["type"]?.string
        {
            switch type {
            case "undo": self = .undo(skips: try Self.skips(value))
            case "redo": self = .redo(skips: try Self.skips(value))
            case "restore":
                guard let revision = value.object?["revision"]?.whole, revision >= 0 else {
                    throw CommandError("revision is a whole number from 0 on")
                }
                self = .restore(revision)
            case "edit": self = .actions(try Self.actions(value.object?["actions"]))
            default: throw CommandError("the type \(type) is not edit, undo, redo or restore")
            }
            return
        }
        let actions = value.array ?? value.object?["actions"]?.array ?? [value]
        self = .actions(try Self.actions(.array(actions)))
    }

    private static func skips(_ value: JSONValue) throws(CommandError) -> Bool {
        switch value.object?["skip"] {
        case nil: return false
        case .bool(let skips)?: return skips
        default: throw CommandError("skip is true or false")
        }
    }

    private static func actions(_ value: JSONValue?) throws(CommandError) -> [Action] {
        guard let value else { throw CommandError("the member actions is missing") }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", "edit")
            writer.member("list", "list")
            writer.member("id", 1)
            writer.name("actions")
            writer.raw(value.canonicalText)
        }
        // The server checks its own limits, which may be higher than the defaults.
        guard case .messages(let messages) = ClientFrame.decode(writer.bytes, limits: .unlimited),
            case .message(.edit(let edit))? = messages.first
        else { throw CommandError("the edit cannot be read") }
        switch edit.edit {
        case .success(let edit): return edit.actions
        case .failure(let rejection): throw CommandError(rejection.message)
        }
    }

    private static func update(_ row: String, _ field: String, _ value: FieldValue?) -> Action {
        .updateRow(
            row: RowID(row), fields: [FieldChange(name: field, value: value)],
            rules: RowRulesChange(), ifRevision: nil)
    }

    /// The value of a word: JSON where it parses as such (`null` removes the field), else text.
    private static func value(_ word: String) -> FieldValue? {
        guard let value = try? JSONReader.read(Array(word.utf8)) else { return .string(word) }
        return value == .null ? nil : FieldValue(json: value.canonicalText)
    }

    private static func usage(_ verb: Verb) -> CommandError {
        switch verb {
        case .add: CommandError("add takes titles: add TITLE...")
        case .set: CommandError("set takes a row, a field and a value: set ROW FIELD VALUE")
        case .rename: CommandError("rename takes a row and its title: rename ROW TITLE")
        case .move: CommandError("move takes rows and a place: move ROW... --before ROW")
        case .delete: CommandError("delete takes rows, or --where FIELD OP VALUE")
        case .restore: CommandError("restore takes a revision: restore 41")
        case .undo, .redo: CommandError("\(verb.rawValue) takes nothing")
        }
    }
}

/// The options that name a place for rows.
struct PlaceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The section, by id.", valueName: "SECTION"))
    var section: String?

    @Option(help: ArgumentHelp("The index in the section, from 0.", valueName: "N"))
    var index: Int?

    @Option(help: ArgumentHelp("The row that follows the place, by id.", valueName: "ROW"))
    var before: String?

    @Option(help: ArgumentHelp("The row that precedes the place, by id.", valueName: "ROW"))
    var after: String?

    @Flag(help: "The first place of the section (default: the last).")
    var first = false

    /// Whether rows that are inserted here one after another end up in reverse order.
    var reversesOrder: Bool { first || index != nil || after != nil }

    /// The place; without options it is the end of the last section.
    ///
    /// - Throws: `CommandError` where two places are named, or an incomplete one.
    func target() throws(CommandError) -> RowTarget {
        let forms = [index != nil, before != nil, after != nil, first].count { $0 }
        guard forms <= 1 else {
            throw CommandError("give one place: --index, --before, --after or --first")
        }
        if let before { return .before(RowID(before)) }
        if let after { return .after(RowID(after)) }
        guard let section else {
            guard index == nil, !first else {
                throw CommandError("--index and --first count within a --section")
            }
            return .unspecified
        }
        if let index { return .index(SectionID(section), index) }
        return first ? .start(SectionID(section)) : .end(SectionID(section))
    }
}
