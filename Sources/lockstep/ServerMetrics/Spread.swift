/// Where the values of a histogram lay between two moments.
struct Spread: Hashable, Sendable {
    /// How many there were.
    let count: Int
    /// Half of them were below this; nil: there were none.
    let median: Double?
    /// 99 of 100 were below this; infinite where the histogram cannot tell.
    let p99: Double?
    /// None was above this: the end of the range of the largest; infinite where it has none.
    let most: Double?

    init(_ name: String, from earlier: MetricsSample?, to later: MetricsSample) {
        let before = Dictionary(
            uniqueKeysWithValues: (earlier?.ranges(name) ?? []).map { ($0.end, $0.below) })
        let ranges = later.ranges(name).map {
            (end: $0.end, below: max(0, $0.below - before[$0.end, default: 0]))
        }
        most = ranges.first { $0.below == ranges.last?.below && $0.below > 0 }?.end
        count = Int(ranges.last?.below ?? 0)
        median = Self.quantile(0.5, of: ranges)
        p99 = Self.quantile(0.99, of: ranges)
    }

    /// As Prometheus' `histogram_quantile`: values lie evenly within a range.
    private static func quantile(
        _ share: Double, of ranges: [(end: Double, below: Double)]
    ) -> Double? {
        guard let total = ranges.last?.below, total > 0 else { return nil }
        let rank = share * total
        var start = (end: 0.0, below: 0.0)
        for range in ranges {
            if range.below >= rank {
                guard range.end.isFinite, range.below > start.below else { return range.end }
                let part = (rank - start.below) / (range.below - start.below)
                return start.end + (range.end - start.end) * part
            }
            start = range
        }
        return nil
    }
}
