import JSON

// Canonical equivalence: the server does not compare messages.
/// `undo` or `redo`: undoes the client's last edit of a list, or redoes what was undone.
package struct UndoMessage: Hashable, Sendable {
    package var list: ListID
    /// The id, from the same sequence as the client's edits of the list.
    package var id: Int
    package var epoch: String?
    /// Whether the step is dropped unapplied.
    package var skips: Bool

    package init(list: ListID, id: Int, epoch: String? = nil, skips: Bool = false) {
        self.list = list
        self.id = id
        self.epoch = epoch
        self.skips = skips
    }

    init(members: Members) throws(DecodingProblem) {
        list = try members.list()
        id = try members.whole("id", atLeast: 1)
        epoch = try members.string(ifPresent: "epoch")
        skips = try members.bool(ifPresent: "skip") ?? false
    }
}

// Canonical equivalence: the server does not compare messages.
/// `restore`: makes the list again as it was at an earlier revision.
package struct RestoreMessage: Hashable, Sendable {
    package var list: ListID
    /// The id, from the same sequence as the client's edits of the list.
    package var id: Int
    /// The revision as of which the list is to be.
    package var revision: Int
    package var epoch: String?

    package init(list: ListID, id: Int, revision: Int, epoch: String? = nil) {
        self.list = list
        self.id = id
        self.revision = revision
        self.epoch = epoch
    }

    init(members: Members) throws(DecodingProblem) {
        list = try members.list()
        id = try members.whole("id", atLeast: 1)
        revision = try members.whole("revision", atLeast: 0)
        epoch = try members.string(ifPresent: "epoch")
    }

    /// Writes the members into an object that is open.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("type", "restore")
        writer.member("list", list.text)
        writer.member("id", id)
        writer.member("revision", revision)
        writer.member("epoch", ifPresent: epoch)
    }
}
