/// How long to wait before trying again: longer each time, never all clients at once.
struct BackOff: Equatable {
    /// The span of the first wait, in seconds.
    let first: Double
    /// The longest span, in seconds.
    let longest: Double
    private var attempts = 0

    /// The defaults are those of a lost connection.
    init(first: Double = 0.4, longest: Double = 15) {
        self.first = first
        self.longest = longest
    }

    /// Seconds until the next attempt: between half and the whole of a doubling span.
    ///
    /// - Parameter jitter: from 0 to below 1, drawn anew each time.
    mutating func next(jitter: Double) -> Double {
        var span = first
        for _ in 0..<attempts where span < longest { span *= 2 }
        attempts += 1
        span = min(span, longest)
        return span / 2 + span / 2 * jitter
    }

    /// The next loss starts from a short wait.
    mutating func reset() {
        attempts = 0
    }
}
