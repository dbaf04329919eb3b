/// Exponential back-off with jitter: how long to wait before the next attempt.
struct BackOff: Equatable {
    /// The longest first wait, in seconds.
    let first: Double
    /// The longest wait of all, in seconds.
    let longest: Double
    private var attempts = 0

    /// The defaults are those of a lost connection.
    init(first: Double = 0.4, longest: Double = 15) {
        self.first = first
        self.longest = longest
    }

    /// Seconds until the next attempt: between half and the whole of a span that doubles each time.
    ///
    /// - Parameter jitter: from 0 to below 1, random for each call, so that clients do not return at
    ///   the same moment.
    mutating func next(jitter: Double) -> Double {
        var span = first
        for _ in 0..<attempts where span < longest { span *= 2 }
        attempts += 1
        span = min(span, longest)
        return span / 2 + span / 2 * jitter
    }

    /// Starts again with the first wait.
    mutating func reset() {
        attempts = 0
    }
}
