import ListEditing

/// Reads frames of edits in the most frequent form, straight from their bytes.
///
/// This form is one edit or an array of edits, of the four most frequent actions on rows; each name
/// once and none unknown; strings without escapes; few fields, of strings, integers or truth values.
/// `ClientFrame` reads everything else, wrong or only rare, by way of values. This reader refuses
/// nothing, and returns for every frame that it reads what `ClientFrame.decodeAny` returns.
struct FastEditReader {
    private let limits: ProtocolLimits

    init(limits: ProtocolLimits) {
        self.limits = limits
    }

    /// The edits of a frame; nil where it does not have that form.
    ///
    /// Complexity: O(n) in the bytes.
    func read(_ frame: [UInt8]) -> [DecodedMessage]? {
        var cursor = FastCursor(frame)
        var messages: [DecodedMessage] = []
        if cursor.isAtArray() {
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
        return cursor.isAtEnd() ? messages : nil
    }

    private func edit(_ cursor: inout FastCursor) -> EditMessage? {
        var isEdit = false
        var list: String?
        var id: Int?
        var base: Int?
        var epoch: String?
        var actions: [Action]?
        let isRead = cursor.object { cursor, name in
            if cursor.isEqual(name, "type"), !isEdit {
                isEdit = cursor.text().map { cursor.isEqual($0, "edit") } ?? false
                return isEdit
            } else if cursor.isEqual(name, "list"), list == nil {
                list = cursor.identifier()
                return list != nil
            } else if cursor.isEqual(name, "id"), id == nil {
                id = cursor.integer()
                return id != nil
            } else if cursor.isEqual(name, "base"), base == nil {
                base = cursor.integer()
                return base != nil
            } else if cursor.isEqual(name, "epoch"), epoch == nil {
                epoch = cursor.string()
                return epoch != nil
            } else if cursor.isEqual(name, "actions"), actions == nil {
                actions = self.actions(&cursor)
                return actions != nil
            }
            return false
        }
        guard isRead, isEdit, let list, let id, id >= 1, base ?? 0 >= 0, let actions else {
            return nil
        }
        return EditMessage(
            list: ListID(list), id: id, base: base, epoch: epoch,
            edit: .success(Edit(base: base, actions: actions)))
    }

    private func actions(_ cursor: inout FastCursor) -> [Action]? {
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

    private func action(_ cursor: inout FastCursor) -> Action? {
        var members = FastActionMembers(fieldsBytes: limits.fieldsBytes)
        let isRead = cursor.object { cursor, name in
            members.read(name, &cursor)
        }
        return isRead ? members.action() : nil
    }
}
