/// Takes back the client's last edit of a list, or repeats what was taken back.
package struct UndoMessage: Hashable, Sendable {
    package var list: ListID
    /// Counted with the client's edits of the list.
    package var id: Int
    package var epoch: String?

    package init(list: ListID, id: Int, epoch: String? = nil) {
        self.list = list
        self.id = id
        self.epoch = epoch
    }

    init(members: Members) throws(DecodingProblem) {
        list = try members.list()
        id = try members.whole("id", atLeast: 1)
        epoch = try members.string(ifPresent: "epoch")
    }
}
