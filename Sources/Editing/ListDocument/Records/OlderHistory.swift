package import ListEditing

// Canonical equivalence: tests alone compare them.
/// Why something could not be read or stored.
package enum LoadFailure: Error, Hashable, Sendable {
    /// What is stored cannot be read: trying again soon is of no use.
    case damaged(String)
    /// The store fails: later it may not.
    case unavailable(String)

    package var reason: String {
        switch self {
        case .damaged(let reason), .unavailable(let reason): reason
        }
    }
}

/// Sets that are wanted from the store: those above `after` up to `through`.
package struct HistoryRange: Hashable, Sendable {
    package enum Purpose: Hashable, Sendable {
        /// To be sent again, as bytes.
        case catchup
        /// To rebase places through them.
        case rebasing
    }

    package let after: Int
    package let through: Int
    package let purpose: Purpose

    package init(after: Int, through: Int, purpose: Purpose) {
        self.after = after
        self.through = through
        self.purpose = purpose
    }
}

/// Older sets as they were read: gap-free, and ending where they were wanted to.
package struct OlderHistory: Sendable {
    /// The sets as they were sent.
    package var encoded: [[UInt8]] = []
    /// The same decoded, where places are to be rebased through them.
    var rebasing: [(revision: Int, changes: ChangeSet, inverse: Inverse?)] = []

    package init(
        encoded: [[UInt8]] = [],
        rebasing: [(revision: Int, changes: ChangeSet, inverse: Inverse?)] = []
    ) {
        self.encoded = encoded
        self.rebasing = rebasing
    }
}
