/// What simulated users do in a load test, and what is expected of the server: the content of a profile
/// file.
package struct LoadProfile: Sendable {
    /// A part of the test.
    package struct Phase: Sendable, Hashable {
        package var name: String
        package var seconds: Double
        /// The users at its end.
        package var users: Int
        /// Whether they come or go evenly over the phase; otherwise at its start.
        package var isRamp: Bool
        /// Users that come in a second, at random times, in place of `users`; nil: none.
        package var arrivals: Double?
    }

    /// A kind of user.
    package struct UserKind: Sendable, Hashable {
        package var name: String
        /// Its share of the users, against those of the others.
        package var weight: Double
        /// Whether it holds a window of its list instead of all of it.
        package var hasWindow: Bool
        /// Seconds between two operations, on average.
        package var think: Double
        /// Whether all think times are alike; otherwise they are distributed exponentially.
        package var isSteady: Bool
        /// The shares of the operations.
        package var mix: [(operation: UserOperation, weight: Double)]

        package static func == (one: Self, other: Self) -> Bool { one.name == other.name }
        package func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    package var name: String
    /// The lists that the test makes, where none are named.
    package var lists = 1
    package var rows = 100
    package var rowBytes = 100
    package var seed: UInt64 = 1
    package var phases: [Phase] = []
    package var kinds: [UserKind] = []
    package var thresholds: [Threshold] = []
    /// Seconds that users stay that come by `arrivals`, on average.
    package var stay = 60.0
    /// Seconds that a user who goes offline is away.
    package var away = 2.0
    /// Seconds after which an operation without an answer has failed.
    package var patience = 30.0
    /// Recorded operations that users repeat, in place of the mixes.
    package var recording: Recording?

    /// The longest time of a profile, in seconds: 30 days.
    package static let longest = 2_592_000.0

    package var seconds: Double { phases.reduce(0) { $0 + $1.seconds } }

    /// The most users at a time, approximately where they come by `arrivals`.
    package var mostUsers: Int {
        phases.map { max($0.users, Int(($0.arrivals ?? 0) * min(stay * 3, $0.seconds))) }.max() ?? 0
    }
}

/// What a simulated user does.
package enum UserOperation: String, Sendable, Hashable, CaseIterable {
    /// Connects and opens the list; happens to each user, and is in no mix.
    case join
    /// Opens the list again, as who comes back to it.
    case read
    /// Gives a row another title.
    case rename
    /// Sets or takes off the mark of a row.
    case tick
    /// Moves a row to another index.
    case drag
    /// Adds a row at the end.
    case add
    /// Inserts five rows in one edit.
    case paste
    /// Deletes a row.
    case delete
    /// Reverts the user's last edit.
    case undo
    /// Loses the connection, edits, and is back after a while; counts from when the connection may be back.
    case offline
    /// Reads a page of rows elsewhere in the list, with a window.
    case scroll
    /// An edit of one client reaches another client; happens by itself, and is in no mix.
    case delivery

    /// Whether a mix may name it.
    package var isChosen: Bool { self != .join && self != .delivery }
}
