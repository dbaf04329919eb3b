import ListEditing

/// Refuses values of fields that nest deeper than a server takes, before they are sent.
///
/// A server refuses the whole frame for one of them (protocol.md, "Errors"), other edits in it too.
enum FieldNesting {
    /// Arrays and objects that may stand inside one another in a value that is sent.
    static let limit = 16

    /// Why an edit cannot be sent; nil where it can.
    ///
    /// - Complexity: O(n) in the bytes of its values.
    static func refusal(_ kind: PendingEdit.Kind) -> EditRefusal? {
        guard case .edit(let actions) = kind else { return nil }
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
