import ListEditing
import ListProtocol

/// What happens to an edit before it is sent: its inserts get ids, indices become neighbours while other
/// edits wait, and what the server would refuse with its whole frame is refused here.
enum EditPreparation {
    /// Gives each insert without an id one of `makeID`.
    static func namingInserts(
        _ content: PendingEdit.Content, _ makeID: () -> String
    ) -> PendingEdit.Content {
        guard case .edit(let actions) = content else { return content }
        var edit = Edit(base: nil, actions: actions)
        _ = edit.nameInserts(makeID)
        return .edit(edit.actions)
    }

    // MARK: Refusals

    /// Why an edit cannot be sent; nil where it can.
    ///
    /// - Parameter frameBytes: The longest frame that the server accepts.
    /// - Complexity: O(n) in the edit's bytes.
    static func refusal(
        _ content: PendingEdit.Content, to list: ListID, frameBytes: Int
    ) -> EditRefusal? {
        if let refusal = FieldNesting.refusal(content) { return refusal }
        let bytes = PendingEdit(id: largestID, content: content, base: 0, epoch: nil, at: 0)
            .message(list: list).encoded.count
        guard bytes + reservedBytes > frameBytes else { return nil }
        return EditRefusal(
            code: "tooLarge",
            message: "the edit has \(bytes) bytes; the server takes \(frameBytes)",
            action: nil, retryAfter: nil)
    }

    /// The largest integer that every JSON reader takes.
    private static let largestID = 9_007_199_254_740_991

    /// Bytes that the message may need beyond those known now: base, epoch, and neighbours in the place
    /// of indices.
    private static let reservedBytes = 512

    // MARK: Neighbours for indices

    /// Replaces each index in `actions` by a neighbour, as seen in `list` with the earlier actions
    /// applied.
    ///
    /// The server counts an index without the client's other unanswered edits (protocol.md, "Where:
    /// `to`"): while there are any, the index that the user sees is another place to the server.
    ///
    /// - Complexity: O(n) in the rows where there is an index among the actions.
    static func namingNeighbours(_ actions: [Action], in list: EditableList) -> [Action] {
        guard actions.contains(where: hasIndex) else { return actions }
        var list = list
        var named: [Action] = []
        let context = EditContext(client: ClientID(""), mayGiveRules: true)
        for action in actions {
            let action = namingNeighbours(action, in: list)
            named.append(action)
            _ = try? list.apply(Edit(base: nil, actions: [action]), context)
        }
        return named
    }

    private static func hasIndex(_ action: Action) -> Bool {
        switch action {
        case .insertRow(_, _, _, .index), .moveRow(_, .index), .moveRows(_, .index): true
        default: false
        }
    }

    private static func namingNeighbours(_ action: Action, in list: EditableList) -> Action {
        switch action {
        case .insertRow(let row, let fields, let rules, .index(let section, let index)):
            .insertRow(
                row: row, fields: fields, rules: rules,
                to: target(section, index, without: [], in: list))
        case .moveRow(let row, .index(let section, let index)):
            .moveRow(row, to: target(section, index, without: [row], in: list))
        case .moveRows(let rows, .index(let section, let index)):
            .moveRows(rows, to: target(section, index, without: Set(rows), in: list))
        default: action
        }
    }

    private static func target(
        _ section: SectionID, _ index: Int, without moving: Set<RowID>, in list: EditableList
    ) -> RowTarget {
        guard let number = list.sectionIndex(of: section) else { return .index(section, index) }
        var place = 0
        var neighbour: RowID?
        list.forEachRow(in: number) { row in
            guard !moving.contains(row.id) else { return }
            if place == max(0, index) { neighbour = row.id }
            place += 1
        }
        return neighbour.map { .before($0) } ?? .end(section)
    }
}

/// Refuses values of fields that nest deeper than a server accepts.
///
/// A server refuses the whole frame for one of them (protocol.md, "Errors"), with the other edits in it.
enum FieldNesting {
    /// The number of arrays and objects that may stand inside one another in a value that is sent.
    static let limit = 16

    /// Why an edit cannot be sent; nil where it can.
    ///
    /// - Complexity: O(n) in the bytes of its values.
    static func refusal(_ content: PendingEdit.Content) -> EditRefusal? {
        guard case .edit(let actions) = content else { return nil }
        for (index, action) in actions.enumerated() {
            let problem: String? =
                switch action {
                case .insertRow(_, let fields, _, _): self.problem(fields)
                case .updateRow(_, let changes, _, _):
                    changes.lazy.compactMap { change in
                        change.value.flatMap { self.problem(change.name, $0) }
                    }.first
                default: nil
                }
            if let problem {
                return EditRefusal(
                    code: "badMessage", message: problem, action: index, retryAfter: nil)
            }
        }
        return nil
    }

    /// What is wrong with the first value that nests too deep; nil where none does.
    static func problem(_ fields: Fields) -> String? {
        fields.entries.lazy.compactMap { problem($0.name, $0.value) }.first
    }

    private static func problem(_ name: String, _ value: FieldValue) -> String? {
        let depth = depth(of: value)
        guard depth > limit else { return nil }
        return "the field \(name) nests \(depth) deep; at most \(limit) are taken"
    }

    /// How many arrays and objects stand inside one another: 0 for a scalar, 1 for `[]`.
    private static func depth(of value: FieldValue) -> Int {
        var depth = 0
        var deepest = 0
        var isInText = false
        var isEscaped = false
        for byte in value.json.utf8 {
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}
