import JSON

/// Which edit of which list an answer is for.
package struct EditReference: Hashable, Sendable {
    package let list: ListID
    package let id: Int

    package init(list: ListID, id: Int) {
        self.list = list
        self.id = id
    }

    /// What can be read of an edit, an undo or a redo that is malformed elsewhere; nil where the
    /// message is none, or its list or id is unreadable.
    init?(readableIn message: JSONValue) {
        guard let object = message.object,
            let type = object["type"]?.string, ["edit", "undo", "redo"].contains(type),
            let list = object["list"]?.string.flatMap(ListID.init(checking:)),
            let id = object["id"]?.whole, id >= 1, id <= JSONNumber.largestWhole
        else { return nil }
        self.init(list: list, id: id)
    }
}
