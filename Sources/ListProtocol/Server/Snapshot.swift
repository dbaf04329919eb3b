package import ListEditing

/// `snapshot`: a whole list at one revision.
package struct Snapshot: Hashable, Sendable {
    package var list: ListID
    package var epoch: String
    package var state: ListState

    package init(list: ListID, epoch: String, state: ListState) {
        self.list = list
        self.epoch = epoch
        self.state = state
    }
}
