package import JSON

/// `opened`: the list is open; a snapshot or a catchup follows.
package struct Opened: ServerMessage, Hashable {
    package var list: ListID
    package var epoch: String
    package var revision: Int
    /// The highest edit id of this client that the list has answered; 0: none.
    package var lastId: Int
    package var role: Role

    package init(list: ListID, epoch: String, revision: Int, lastId: Int, role: Role) {
        self.list = list
        self.epoch = epoch
        self.revision = revision
        self.lastId = lastId
        self.role = role
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "opened")
            writer.member("list", list.text)
            writer.member("epoch", epoch)
            writer.member("revision", revision)
            writer.member("lastId", lastId)
            writer.member("role", role.rawValue)
        }
    }
}
