import ListJournal

extension SequencerMachine {
    /// Whether edits can be stored.
    package enum Stage: Hashable, Sendable {
        case serving
        /// Another record came first: edits wait until it is known.
        case overtaken
        /// An append or a deletion failed, or has no outcome: read-only until the journal can be written again.
        case failing
        /// What is stored cannot be read; it is tried again in a moment.
        case unreadable
        case deleted
    }

    /// How a step ended.
    enum Step {
        /// There may be more to do.
        case goesOn
        /// Nothing can be done for now.
        case waits
        /// The outcome of an append is certain at last.
        case resolved(AppendResolution)
    }

    /// What is to be known of it after each command, where its effects are performed.
    package struct Standing: Sendable {
        /// Whether it has the list in memory, or works on it.
        package var isInUse: Bool
        /// Bytes that it holds in memory and could read or make again.
        package var reclaimableBytes: Int
    }
}

/// What is to become of the list, beside what is under way.
enum ListDeletion: Sendable {
    case none
    /// It begins once what is under way has ended.
    case due
    /// It is under way for too long: the list is read-only until its outcome is known.
    case undecided
    /// The list is gone from the journal, and ends once what is under way has ended.
    case done
}
