package import ListEditing

/// What has been read of the store for an edit that needs it.
package struct EditReads: Sendable {
    /// What there is of the history that it needs is in memory.
    var hasHistory = false
    /// The state that it restores; nil: that has not been read.
    var past: PastState?
}

/// The state of a list at an earlier revision, as it was read.
package enum PastState: Sendable {
    case kept(ListState)
    /// Nothing tells it any more.
    case gone
    /// What is stored of it is damaged.
    case damaged
}
