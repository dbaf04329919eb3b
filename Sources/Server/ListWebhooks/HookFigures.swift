import ListJournal

// Canonical equivalence: tests alone compare them.
/// What became of sending an event.
package enum HookAnswer: Hashable, Sendable {
    /// The receiver has taken it.
    case taken
    /// The receiver wants no events any more (410).
    case ended
    /// The receiver refused this event.
    case refused(String)
    /// The receiver was not reached, or takes nothing now; it may say for how many seconds.
    case unreachable(String, seconds: Double?)
    /// The server stops.
    case stopped
}

/// How long the sender of a hook waits, in seconds, and for how much.
package struct HookTiming: Sendable {
    var firstPause = 1.0
    var longestPause = 300.0
    /// The longest time for which a receiver may ask to be left alone.
    var longestWait = 3600.0
    /// Seconds until what a hook was told is saved: after a crash so much may come twice.
    var saveSeconds = 0.25
    var listsAtATime = 8
    /// Returns after so many seconds, or once its task is cancelled; simulations have a time of their own.
    var sleep: @Sendable (Double) async -> Void = { try? await Task.sleep(for: .seconds($0)) }
    /// Chooses a number in a range.
    var random: @Sendable (ClosedRange<Double>) -> Double = { .random(in: $0) }
    /// What runs tasks; nil: the threads of the process.
    var tasks: (any TaskExecutor)?

    /// Doubled with each failure, less half of it at random, so that senders do not come all at once.
    func pause(after failures: Int) -> Double {
        let longest = min(longestPause, firstPause * Double(1 << min(failures - 1, 20)))
        return longest * random(0.5...1)
    }
}

/// How a hook stands.
package struct HookFigures: Sendable {
    // Canonical equivalence: it is made here, and read nowhere.
    package enum State: String, Sendable {
        case sending, retrying, paused
    }

    package struct Counts: Sendable {
        package var taken = 0
        package var failed = 0
    }

    package var name: String
    package var url: String
    package var state: State
    /// Lists of which it is to be told.
    package var lists: Int
    /// Change sets that it was not notified of, as far as they were heard of.
    package var sets: Int
    /// Seconds since it was last told of everything; 0 where it is.
    package var seconds: Double
    package var counts: Counts
    package var lastError: String?
}
