/// A record that this or another server stored, as whoever follows a journal is told of it.
package struct FollowedRecord: Hashable, Sendable {
    /// What the record did to its list.
    package enum Change: Hashable, Sendable {
        case created
        /// The record; nil where it is so long that it must be read.
        case changed(StoredRecord?)
        case deleted
    }

    package var change: Change
    /// The head of the list after it.
    package var head: ListHead
    /// The server that wrote it: unlike every other, and unlike itself after a restart.
    package var writer: String

    package init(_ change: Change, head: ListHead, writer: String) {
        self.change = change
        self.head = head
        self.writer = writer
    }
}
