import Testing

@testable import LoadGenerator

@Suite struct RateSearchTests {
    /// The rates that a search tries where `limit` is the highest rate that is met.
    private static func rates(_ search: RateSearch, limit: Double) -> [Double] {
        var search = search
        var rates: [Double] = []
        while let rate = search.next, rates.count < 100 {
            rates.append(rate)
            search.took(rate <= limit)
        }
        return rates
    }

    @Test func search_doublesAndThenHalvesTheDistance() {
        let search = RateSearch(start: 100, precision: 0.1, attempts: 1)
        #expect(Self.rates(search, limit: 560) == [100, 200, 400, 800, 600, 500, 550])
    }

    @Test func miss_isTriedAgain() {
        var search = RateSearch(start: 100, precision: 0.5, attempts: 2)
        search.took(true)
        search.took(false)
        #expect(search.next == 200)
        search.took(true)
        #expect(search.next == 400 && search.met == 200 && search.missed == nil)
    }

    @Test func firstRateMissed_looksBelow() {
        let search = RateSearch(start: 100, precision: 0.1, attempts: 1)
        let rates = Self.rates(search, limit: 30)
        #expect(rates.prefix(3) == [100, 50, 25])
        #expect(rates.allSatisfy { $0 >= 25 || $0 > 30 })
    }

    @Test func search_endsAtItsBounds() {
        #expect(
            Self.rates(RateSearch(start: 100, highest: 300, attempts: 1), limit: .infinity)
                == [100, 200, 300])
        #expect(
            Self.rates(RateSearch(start: 8, lowest: 2, attempts: 1), limit: 0) == [8, 4, 2])
    }

    @Test(arguments: [2, 37, 999, 40_000, 123_456])
    func result_isWithinThePrecision(limit: Int) throws {
        var search = RateSearch(start: 500, precision: 0.05)
        while let rate = search.next { search.took(rate <= Double(limit)) }
        let met = try #require(search.met)
        let missed = try #require(search.missed)
        #expect(met <= Double(limit) && missed > Double(limit))
        #expect(missed <= met * 1.05 || missed - met <= 1)
    }
}
