/// Lets so much through in the long run, and some more at once after a pause.
///
/// Pure: the time is handed in, in milliseconds; one that falls counts as none.
struct TokenBucket: Sendable {
    private let perSecond: Double
    private let burst: Double
    private var level: Double
    private var last: Int

    init(perSecond: Int, burst: Int, now: Int) {
        self.perSecond = Double(perSecond)
        self.burst = Double(max(1, burst))
        level = self.burst
        last = now
    }

    /// Takes one.
    ///
    /// - Returns: nil, or, where none is left, in how many milliseconds the next one is there.
    mutating func take(now: Int) -> Int? {
        level = level(at: now)
        last = now
        guard level < 1 else {
            level -= 1
            return nil
        }
        return max(1, Int(((1 - level) / perSecond * 1000).rounded(.up)))
    }

    /// Whether it is as good as a new one.
    func isFull(at now: Int) -> Bool { level(at: now) >= burst }

    private func level(at now: Int) -> Double {
        min(burst, level + Double(max(0, now - last)) / 1000 * perSecond)
    }
}
