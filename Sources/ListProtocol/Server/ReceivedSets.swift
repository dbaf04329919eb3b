/// The change sets of a `changes` or a `catchup`, as a client reads them.
package struct ReceivedSets: Hashable, Sendable {
    package var list: ListID
    /// In order of revision.
    package var sets: [PublishedSet]
    /// Rows of each section after the last set; nil where the sender told none.
    package var counts: [Int]?

    package init(list: ListID, sets: [PublishedSet], counts: [Int]?) {
        self.list = list
        self.sets = sets
        self.counts = counts
    }
}
