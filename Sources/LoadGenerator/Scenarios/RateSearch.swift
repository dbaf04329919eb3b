/// Looks for the highest rate that is met: doubles until one is missed, then halves the distance.
///
/// It decides only; whoever asks tries the rates. A rate counts as missed when it was missed
/// `attempts` times, because something else may have been busy.
struct RateSearch {
    /// The highest rate met and the lowest missed, so far.
    private(set) var met: Double?
    private(set) var missed: Double?
    /// The rate to try next; nil: the search is over.
    private(set) var next: Double?
    private var misses = 0
    private let lowest: Double
    private let highest: Double
    private let precision: Double
    private let attempts: Int

    /// - Parameters:
    ///   - start: The first rate.
    ///   - lowest: Below this nothing is looked for.
    ///   - highest: Above this nothing is looked for.
    ///   - precision: The search is over when the rate missed is at most this much above the rate
    ///     met: 0.05 is 5 %.
    init(
        start: Double, lowest: Double = 1, highest: Double = 1_000_000, precision: Double = 0.05,
        attempts: Int = 2
    ) {
        next = min(start, highest)
        self.lowest = lowest
        self.highest = highest
        self.precision = precision
        self.attempts = attempts
    }

    /// Takes how the rate `next` went.
    mutating func took(_ isMet: Bool) {
        guard let rate = next else { return }
        if isMet {
            met = rate
            misses = 0
        } else {
            misses += 1
            guard misses >= attempts else { return }
            missed = rate
            misses = 0
        }
        next = following
    }

    private var following: Double? {
        switch (met, missed) {
        case (let met?, nil): met >= highest ? nil : min(met * 2, highest)
        case (nil, let missed?): missed / 2 >= lowest ? missed / 2 : nil
        case (let met?, let missed?):
            missed / met <= 1 + precision ? nil : between(met, missed)
        case (nil, nil): next
        }
    }

    /// The whole rate in the middle; nil where there is none between the two.
    private func between(_ met: Double, _ missed: Double) -> Double? {
        let middle = ((met + missed) / 2).rounded()
        return met < middle && middle < missed ? middle : nil
    }
}
