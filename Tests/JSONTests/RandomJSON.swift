import JSON

/// Makes random values, which a seed repeats (SplitMix64).
struct RandomJSON {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

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
