/// Asks for a list and for what happens to it from here on.
package struct OpenList: Hashable, Sendable {
    package var list: ListID
    /// The revision that the client has.
    package var since: Int?
    /// The epoch that `since` belongs to.
    package var epoch: String?

    package init(list: ListID, since: Int? = nil, epoch: String? = nil) {
        self.list = list
        self.since = since
        self.epoch = epoch
    }

    init(members: Members) throws(DecodingProblem) {
        list = try members.list()
        since = try members.whole(ifPresent: "since", atLeast: 0)
        epoch = try members.string(ifPresent: "epoch")
    }
}
