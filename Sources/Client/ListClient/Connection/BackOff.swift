/// Exponential back-off with jitter: how long to wait before the next attempt.
///
/// Where there are several addresses, the attempts at all of them, one after the other, are a round. The
/// waits of a round share a span, so that each server is asked as seldom as it would be alone.
struct BackOff: Equatable {
    /// The longest first wait, in seconds.
    let first: Double
    /// The longest wait of all, in seconds.
    let longest: Double
    /// The attempts of a round.
    let round: Int
    private var attempts = 0

    /// The defaults are those of a lost connection.
    init(first: Double = 0.4, longest: Double = 15, round: Int = 1) {
        self.first = first
        self.longest = longest
        self.round = round
    }

    /// Seconds until the next attempt: between half and the whole of its share of a span that doubles
    /// with each round.
    ///
    /// - Parameter jitter: from 0 to below 1, random for each call, so that clients do not return at
    ///   the same moment.
    mutating func next(jitter: Double) -> Double {
        var span = first
        for _ in 0..<(attempts / round) where span < longest { span *= 2 }
        attempts += 1
        span = min(span, longest) / Double(round)
        return span / 2 + span / 2 * jitter
    }

    /// Starts again with the first wait.
    mutating func reset() {
        attempts = 0
    }
}
