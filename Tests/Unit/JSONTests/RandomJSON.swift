import JSON
import SeededRandom

/// Makes random values, the same for the same seed.
struct RandomJSON {
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }

    mutating func value(depth: Int) -> JSONValue {
        switch below(depth > 0 ? 8 : 5) {
        case 0: return .null
        case 1: return .bool(below(2) == 0)
        case 2: return .whole(below(2_000_000) - 1_000_000)
        case 3: return .number(.written(["-0", "1.50", "-2e-7", "0.0", "1E3"][below(5)]))
        case 4: return .string(text())
        case 5, 6:
            return .array((0..<below(5)).map { _ in value(depth: depth - 1) })
        default:
            return .object(
                JSONObject(
                    (0..<below(5)).map { index in
                        JSONObject.Member(name: "\(index)" + text(), value: value(depth: depth - 1))
                    }))
        }
    }

    mutating func text() -> String {
        let pieces = [
            "a", "Z", " ", "\"", "\\", "/", "\n", "\t", "\u{1}", "\u{1F}", "\u{7F}", "é", "€", "😀",
            "\u{2028}", "e\u{301}", "apples and pears", "{", "]", ":", ",",
        ]
        return (0..<below(12)).map { _ in pieces[below(pieces.count)] }.joined()
    }
}
