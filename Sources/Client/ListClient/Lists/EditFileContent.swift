import JSON
import ListEditing
import ListProtocol

/// What an ``EditFile`` holds: JSON lines, the first with the client's key, then edits, and that they were
/// answered.
struct EditFileContent: Sendable {
    var lists: [String: KeptEdits] = [:]

    /// Takes what a file holds; a last line that was not written to its end is as if it were not there.
    ///
    /// - Returns: The key; nil: the file is new.
    mutating func take(
        _ content: [UInt8], _ path: String
    ) throws(ListClientError) -> String? {
        let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count > 1 else { return nil }
        let header = (try? JSONReader.read(Array(lines[0])))?.object
        guard header?["v"]?.whole == 1, let key = header?["key"]?.string,
            Identifier.isValid(key)
        else { throw .badFile("\(path) is no file of unanswered edits") }
        for (index, line) in lines.enumerated().dropFirst().dropLast() {
            guard let entry = (try? JSONReader.read(Array(line)))?.object, take(entry, line) else {
                throw .badFile("\(path): line \(index + 1) cannot be read")
            }
        }
        return key
    }

    /// - Returns: False where the entry is none.
    private mutating func take(_ entry: JSONObject, _ line: ArraySlice<UInt8>) -> Bool {
        if let at = entry["at"]?.whole {
            guard let edit = entry["edit"], let kept = KeptEdit(at: at, edit),
                let (list, id) = kept.reference
            else { return false }
            lists[list.text, default: KeptEdits()].add(kept, id)
            return true
        }
        guard let list = entry["list"]?.string else { return false }
        if let id = entry["answered"]?.whole {
            lists[list]?.edits[id] = nil
            return true
        }
        guard let highest = entry["highest"]?.whole else { return false }
        lists[list, default: KeptEdits()].highest = highest
        return true
    }

    /// Bytes of what is not over, about.
    var byteCount: Int {
        lists.values.reduce(0) { $0 + $1.edits.values.reduce(64) { $0 + $1.line.count } }
    }

    /// All lines of a file with what is not over.
    func encoded(_ key: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("v", 1)
            writer.member("key", key)
        }
        var bytes = writer.bytes + [UInt8(ascii: "\n")]
        for (list, kept) in lists.sorted(by: { $0.key < $1.key }) {
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("list", list)
                writer.member("highest", kept.highest)
            }
            bytes += writer.bytes + [UInt8(ascii: "\n")]
            for (_, edit) in kept.edits.sorted(by: { $0.key < $1.key }) {
                bytes += edit.line + [UInt8(ascii: "\n")]
            }
        }
        return bytes
    }
}

/// What an ``EditFile`` keeps of one list.
struct KeptEdits: Sendable {
    /// The highest id that was used.
    var highest = 0
    /// The edits without an answer, by id.
    var edits: [Int: KeptEdit] = [:]

    mutating func add(_ edit: KeptEdit, _ id: Int) {
        highest = max(highest, id)
        edits[id] = edit
    }
}

/// An edit as it was sent, or would have been.
struct KeptEdit: Sendable {
    /// When it was made, in Unix milliseconds.
    let at: Int
    let message: ClientMessage

    init(at: Int, message: ClientMessage) {
        self.at = at
        self.message = message
    }

    /// Reads what ``line`` has; nil where that is no edit.
    init?(at: Int, _ edit: JSONValue) {
        guard
            case .messages(let messages) = ClientFrame.decode(
                Array(edit.canonicalText.utf8), limits: .unlimited),
            case .message(let message)? = messages.first
        else { return nil }
        self.init(at: at, message: message)
        guard reference != nil else { return nil }
    }

    /// Its list and id; nil: it is no edit.
    var reference: (list: ListID, id: Int)? {
        switch message {
        case .edit(let edit): (edit.list, edit.id)
        case .undo(let undo), .redo(let undo): (undo.list, undo.id)
        case .restore(let restore): (restore.list, restore.id)
        default: nil
        }
    }

    var line: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("at", at)
            writer.name("edit" as StaticString)
            writer.raw(message.encoded)
        }
        return writer.bytes
    }
}
