import ListProtocol

/// A setting that is one of `welcome.limits` (protocol.md).
struct LimitSetting: Sendable {
    let key: String
    let path: any WritableKeyPath<Limits, Int> & Sendable
    let range: ClosedRange<Int>

    static let all: [LimitSetting] = [
        make("frameBytes", \.frameBytes, 1_024...16_777_216),
        make("setBytes", \.setBytes, 1_024...16_777_216),
        make("inFlight", \.inFlight, 1...10_000),
        make("actions", \.actions, 1...100_000),
        make("fieldsBytes", \.fieldsBytes, 64...1_048_576),
        make("lists", \.lists, 1...10_000),
        make("rows", \.rows, 1...10_000_000),
        make("sections", \.sections, 1...100_000),
        make("titleBytes", \.titleBytes, 1...65_536),
        make("undo", \.undo, 1...10_000),
        make("undoBytes", \.undoBytes, 65_536...67_108_864),
        make("listBytes", \.listBytes, 1_048_576...805_306_368),
        make("headSeconds", \.headSeconds, 1...3_600),
        make("queueBytes", \.queueBytes, 65_536...1_073_741_824),
        make("stallSeconds", \.stallSeconds, 1...3_600),
        make("rememberDays", \.rememberDays, 1...3_650),
    ]

    private static func make(
        _ name: String, _ path: any WritableKeyPath<Limits, Int> & Sendable,
        _ range: ClosedRange<Int>
    ) -> LimitSetting {
        LimitSetting(key: "limits." + name, path: path, range: range)
    }
}
