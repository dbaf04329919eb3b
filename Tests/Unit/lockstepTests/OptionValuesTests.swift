import Testing

@testable import lockstep

@Suite struct OptionValuesTests {
    @Test(arguments: [("90s", 90), ("30m", 1_800), ("8h", 28_800), ("7d", 604_800)])
    func lifetime_isANumberAndAUnit(text: String, seconds: Int) {
        #expect(TimeSpan(argument: text)?.seconds == seconds)
    }

    @Test(arguments: ["", "8", "h", "0h", "-1h", "1.5h", "8w", "40000d", "99999999999999999999s"])
    func otherText_isRefused(text: String) {
        #expect(TimeSpan(argument: text) == nil)
    }
}
