import ListServer

/// A setting that is one of a server's `AbuseLimits`.
struct BoundSetting: Sendable {
    let key: String
    let path: any WritableKeyPath<AbuseLimits, Int> & Sendable
    let range: ClosedRange<Int>

    static let all: [BoundSetting] = [
        make("lists", \.lists, 1...10_000_000),
        make("sessionsPerAddress", \.sessionsPerAddress, 1...1_000_000),
        make("editsPerSecond", \.editsPerSecond, 0...1_000_000),
        make("editBurst", \.editBurst, 1...1_000_000),
        make("helloSeconds", \.helloSeconds, 1...3_600),
        make("headSeconds", \.headSeconds, 1...3_600),
        make("requestSeconds", \.requestSeconds, 1...3_600),
        make("keepAliveSeconds", \.keepAliveSeconds, 1...86_400),
        make("bodyBytes", \.bodyBytes, 1_024...268_435_456),
        make("queueTotalBytes", \.queueTotalBytes, 1_048_576...1_099_511_627_776),
    ]

    private static func make(
        _ name: String, _ path: any WritableKeyPath<AbuseLimits, Int> & Sendable,
        _ range: ClosedRange<Int>
    ) -> BoundSetting {
        BoundSetting(key: "bounds." + name, path: path, range: range)
    }
}
