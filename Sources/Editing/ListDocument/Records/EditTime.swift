/// The time by which clients are forgotten: the clock's, but a time in which no client edits the list counts as
/// a day at most.
///
/// So a client that edited it yesterday is remembered also where a server stores edits by a clock that is a month
/// ahead, and a list that lay still for a month knows its clients for another.
package struct EditTime: Sendable {
    /// When the last edit was answered, in milliseconds without those that do not count; nil: none was.
    private(set) var newest: Int?
    /// Milliseconds that do not count.
    private(set) var skipped = 0

    init(newest: Int?) { self.newest = newest }

    private static let longestGap = HistoryOptions.dayMilliseconds

    /// An edit is answered at `now`, in Unix milliseconds.
    ///
    /// - Returns: When that is, without what does not count.
    mutating func edited(at now: Int) -> Int {
        guard let newest else {
            self.newest = now
            return now
        }
        skipped += max(0, now - skipped - newest - Self.longestGap)
        self.newest = max(newest, now - skipped)
        return now - skipped
    }

    /// The latest that it can be as long as no client edits the list (Unix milliseconds).
    var latestEnd: Int { newest.map { $0 + skipped + Self.longestGap } ?? .max }
}
