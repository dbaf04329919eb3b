import JSON
package import ListEditing
import TextBytes

// Canonical equivalence: the server does not compare messages.
/// `edit`: an edit whose list and id are readable, so that it can be answered.
package struct EditMessage: Hashable, Sendable {
    package var list: ListID
    /// The id: from 1, ascending within the client and the list.
    package var id: Int
    /// The revision that the edit is based on; nil for the newest.
    package var base: Int?
    package var epoch: String?
    /// The edit, or why one of its actions is rejected.
    package var edit: Result<Edit, Rejection>

    package init(
        list: ListID, id: Int, base: Int?, epoch: String?, edit: Result<Edit, Rejection>
    ) {
        self.list = list
        self.id = id
        self.base = base
        self.epoch = epoch
        self.edit = edit
    }

    /// Reads the message.
    ///
    /// - Parameters:
    ///   - list: the list, where the message need not name it.
    ///   - defaultID: the id of a message that has none.
    /// - Throws: a `DecodingProblem` where the envelope is malformed or a number is outside the JSON
    ///   limits. Other errors inside an action are in `edit`.
    init(
        members: Members, limits: ProtocolLimits, list: ListID? = nil, defaultID: Int? = nil
    ) throws(DecodingProblem) {
        if let list { self.list = list } else { self.list = try members.list() }
        if let defaultID {
            id = try members.whole(ifPresent: "id", atLeast: 1) ?? defaultID
        } else {
            id = try members.whole("id", atLeast: 1)
        }
        base = try members.whole(ifPresent: "base", atLeast: 0)
        epoch = try members.string(ifPresent: "epoch")
        edit = try Self.edit(members, base: base, limits: limits)
    }

    private static func edit(
        _ members: Members, base: Int?, limits: ProtocolLimits
    ) throws(DecodingProblem) -> Result<Edit, Rejection> {
        let values = try members.array("actions")
        guard values.count <= limits.actions else {
            return .failure(
                Rejection(.tooLarge, action: nil, message: "more than \(limits.actions) actions"))
        }
        let reader = ValueReader(limits: limits)
        var actions: [Action] = []
        actions.reserveCapacity(values.count)
        var rejection: Rejection?
        // A fraction in a later action, which refuses the frame, precedes a rejection of an earlier one.
        for (index, value) in values.enumerated() {
            do throws(DecodingProblem) {
                actions.append(try reader.action(value))
            } catch {
                let problem = error.within("actions[\(index)]")
                guard problem.kind != .outsideLimits else { throw problem }
                let code: RejectCode = problem.kind == .tooLarge ? .tooLarge : .badAction
                if rejection == nil {
                    rejection = Rejection(code, action: index, message: problem.message)
                }
            }
        }
        if let rejection { return .failure(rejection) }
        return .success(Edit(base: base, actions: actions))
    }
}

extension EditMessage {
    /// Writes the members of the message; `actions` is empty where they were not readable.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("type", "edit")
        writer.member("list", list.text)
        writer.member("id", id)
        writer.member("base", ifPresent: base)
        writer.member("epoch", ifPresent: epoch)
        writer.name("actions")
        writer.array { writer in
            for action in (try? edit.get())?.actions ?? [] { writer.action(action) }
        }
    }
}

/// The list and id of an edit, undo, redo or restore: what an answer names.
package struct EditReference: Hashable, Sendable {
    package let list: ListID
    package let id: Int

    package init(list: ListID, id: Int) {
        self.list = list
        self.id = id
    }

    private static let types: Set<TextKey> = ["edit", "undo", "redo", "restore"]

    /// Reads the reference of a message that may be malformed elsewhere.
    ///
    /// It is nil where the message is not an edit, undo, redo or restore, or its list or id is unreadable.
    init?(readableIn message: JSONValue) {
        guard let object = message.object,
            let type = object["type"]?.string, Self.types.contains(TextKey(type)),
            let list = object["list"]?.string.flatMap(ListID.init(checking:)),
            let id = object["id"]?.whole, id >= 1, id <= JSONNumber.largestWhole
        else { return nil }
        self.init(list: list, id: id)
    }
}
