import ListEditing

/// Reads frames of edits in the form that nearly all have, straight from their bytes.
///
/// That is: one edit or an array of them, of the four actions on rows that people do all day, each
/// name once, nothing unknown, strings without escapes, few fields, of strings, whole numbers or
/// truth values. Whatever is not so, be it wrong or merely rare, is left to `MessageReader`: this one
/// refuses nothing and gives for every frame that it reads just what that one would.
struct PlainEditReader {
    private let limits: Limits

    init(limits: Limits) {
        self.limits = limits
    }

    /// The edits of a frame; nil: it is not of that form.
    ///
    /// Complexity: O(n) in the bytes.
    func read(_ frame: [UInt8]) -> [DecodedMessage]? {
        var cursor = PlainCursor(frame)
        var messages: [DecodedMessage] = []
        if cursor.isNext(UInt8(ascii: "[")) {
            let isRead = cursor.array { cursor in
                guard let edit = edit(&cursor) else { return false }
                messages.append(.message(.edit(edit)))
                return true
            }
            guard isRead else { return nil }
        } else {
            guard let edit = edit(&cursor) else { return nil }
            messages.append(.message(.edit(edit)))
        }
        return cursor.isAtEnd ? messages : nil
    }

    private func edit(_ cursor: inout PlainCursor) -> EditMessage? {
        var isEdit = false
        var list: String?
        var id: Int?
        var base: Int?
        var epoch: String?
        var actions: [Action]?
        let isRead = cursor.object { cursor, name in
            if cursor.isSame(name, "type"), !isEdit {
                isEdit = cursor.string() == "edit"
                return isEdit
            } else if cursor.isSame(name, "list"), list == nil {
                list = cursor.identifier()
                return list != nil
            } else if cursor.isSame(name, "id"), id == nil {
                id = cursor.whole()
                return id != nil
            } else if cursor.isSame(name, "base"), base == nil {
                base = cursor.whole()
                return base != nil
            } else if cursor.isSame(name, "epoch"), epoch == nil {
                epoch = cursor.string()
                return epoch != nil
            } else if cursor.isSame(name, "actions"), actions == nil {
                actions = self.actions(&cursor)
                return actions != nil
            }
            return false
        }
        guard isRead, isEdit, let list, let id, id >= 1, let actions else { return nil }
        return EditMessage(
            list: ListID(list), id: id, base: base, epoch: epoch,
            edit: .success(Edit(base: base, actions: actions)))
    }

    private func actions(_ cursor: inout PlainCursor) -> [Action]? {
        var actions: [Action] = []
        let isRead = cursor.array { cursor in
            guard actions.count < limits.actions, let action = action(&cursor) else {
                return false
            }
            actions.append(action)
            return true
        }
        return isRead ? actions : nil
    }

    private func action(_ cursor: inout PlainCursor) -> Action? {
        var parts = PlainActionParts(fieldsBytes: limits.fieldsBytes)
        let isRead = cursor.object { cursor, name in
            parts.read(name, &cursor)
        }
        return isRead ? parts.action() : nil
    }
}
