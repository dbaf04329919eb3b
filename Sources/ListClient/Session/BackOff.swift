/// How long to wait before trying again: longer each time, never all clients at once.
struct BackOff: Equatable {
    /// The span of the first wait, in seconds.
    static let first = 0.4
    /// The longest span, in seconds.
    static let longest = 15.0
    private var attempts = 0

    /// Seconds until the next attempt: between half and the whole of a doubling span.
    ///
    /// - Parameter jitter: from 0 to below 1, drawn anew each time.
    mutating func next(jitter: Double) -> Double {
        var span = Self.first
        for _ in 0..<attempts where span < Self.longest { span *= 2 }
        attempts += 1
        span = min(span, Self.longest)
        return span / 2 + span / 2 * jitter
    }

    /// The next loss starts from a short wait.
    mutating func reset() {
        attempts = 0
    }
}
