import ListJournal

extension SequencerMachine {
    /// The stage of the list between the journal and its editors.
    package enum Stage: Hashable, Sendable {
        case serving
        /// Another server was first: edits wait until what it wrote is known.
        case overtaken
        /// An append failed, or has no outcome: read-only until the journal can be written again.
        case failing
        /// What is stored cannot be read; tried again once this moment of the loop is over.
        case unreadable(until: Double)
        case deleted
    }

    /// The one operation that excludes reading and changing the list.
    package enum OperationInFlight {
        case loading
        /// Records that are behind the list in memory.
        case reading
        case working
        case appending(AppendInFlight)
        /// Since a moment, in seconds of the loop.
        case deleting(since: Double)
    }
}

extension SequencerMachine {
    /// What its actor has to know after each command.
    package struct Standing: Sendable {
        /// Whether it has the list in memory, or works on it.
        package var isInUse: Bool
        package var reclaimableBytes: Int
    }

    /// - Returns: How it stands. Mutating, so that it is read in place: the caller would copy the whole
    ///   machine to read several parts of it.
    package mutating func standing() -> Standing {
        Standing(isInUse: isLoaded || !isQuiet, reclaimableBytes: reclaimableBytes)
    }
}
