/// The change sets of a `changes` or a `catchup`, as a client reads them.
package struct ReceivedSets: Hashable, Sendable {
    package var list: ListID
    /// Of a catchup: the epoch of the list.
    package var epoch: String?
    /// Of a catchup: the revision that the sets start from.
    package var from: Int?
    /// Of a catchup: the revision that the sets lead to.
    package var revision: Int?
    /// In order of revision.
    package var sets: [PublishedSet]
    /// Rows of each section after the last set; nil where the sender told none.
    package var counts: [Int]?

    package init(
        list: ListID, epoch: String? = nil, from: Int? = nil, revision: Int? = nil,
        sets: [PublishedSet], counts: [Int]?
    ) {
        self.list = list
        self.epoch = epoch
        self.from = from
        self.revision = revision
        self.sets = sets
        self.counts = counts
    }
}
