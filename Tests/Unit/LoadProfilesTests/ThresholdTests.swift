import LoadProfiles
import Testing

@Suite struct ThresholdTests {
    @Test(arguments: [
        ("p99 < 100 ms", 100.0), ("hold: p95(tick) <= 0.05 s", 50), ("errors < 1 %", 0.01),
        ("lost = 0", 0), ("rate > 20 /s", 20), ("max(join) < 2s", 2_000), ("p99.9 < 500 us", 0.5),
    ])
    func threshold_isRead(text: String, bound: Double) throws {
        let threshold = try #require(Threshold(text))
        #expect(abs(threshold.bound - bound) < 1e-9)
    }

    @Test(arguments: [
        "", "p99", "p99 < 100", "p0 < 1 ms", "p101 < 1 ms", "p99(sing) < 1 ms", "lost = 0 ms",
        "speed > 3", "p99 < -1 ms", "p99 < ms",
    ])
    func whatIsNoThreshold_isRefused(text: String) {
        #expect(Threshold(text) == nil)
    }

    @Test func bounds_areStrictOrNot() throws {
        #expect(try #require(Threshold("p50 < 5 ms")).holds(5) == false)
        #expect(try #require(Threshold("p50 <= 5 ms")).holds(5))
        #expect(try #require(Threshold("lost = 0")).holds(0))
        #expect(try #require(Threshold("rate >= 5")).holds(5))
    }
}
