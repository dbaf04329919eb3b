import SeededRandom

/// Texts that differ from seeds by a few bytes, words or pieces, the same for the same number.
struct Mutation {
    private static let words = [
        "null", "true", "-0", "1e999", "1.", "9007199254740992", "18446744073709551616", "\\u0000",
        "\\ud800", "\\\"", "[", "{\"", "]", "}", "\"", ",", ":", "é", "\u{1F600}",
    ].map { Array($0.utf8) }

    private let seeds: [[UInt8]]
    private var random: SplitMix64

    init(seeds: [[UInt8]], seed: UInt64) {
        self.seeds = seeds
        random = SplitMix64(seed: seed)
    }

    /// The next text: a seed after one to four changes.
    mutating func next() -> [UInt8] {
        var text = anySeed()
        for _ in 0...random.below(4) { change(&text) }
        return text
    }

    private mutating func anySeed() -> [UInt8] { seeds[random.below(seeds.count)] }

    private mutating func change(_ text: inout [UInt8]) {
        let start = random.below(text.count + 1)
        let range = start..<min(text.count, start + random.below(16))
        switch random.below(5) {
        case 0:
            guard !text.isEmpty else { return }
            text[random.below(text.count)] = UInt8.random(in: 0...255, using: &random)
        case 1: text.removeSubrange(range)
        case 2: text.insert(contentsOf: text[range], at: start)
        case 3: text.insert(contentsOf: Self.words[random.below(Self.words.count)], at: start)
        default:
            let other = anySeed()
            text.replaceSubrange(start..., with: other[random.below(other.count)...])
        }
    }
}
