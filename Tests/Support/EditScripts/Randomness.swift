import SeededRandom

/// Choices that can be repeated: from a seed, or from bytes, one after the other.
package struct Randomness: RandomNumberGenerator {
    private var generator: SplitMix64
    private var script: ArraySlice<UInt8>?

    /// The same choices for the same seed, on every platform.
    package init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    /// The choices that the bytes spell; once they are used up, every choice is the first one.
    package init(script: [UInt8]) {
        generator = SplitMix64(seed: 0)
        self.script = script[...]
    }

    /// Whether there are bytes, and all are used up.
    package var isSpent: Bool { script?.isEmpty ?? false }

    package mutating func next() -> UInt64 {
        guard script == nil else {
            return (0..<8).reduce(0) { value, _ in value << 8 | UInt64(byte()) }
        }
        return generator.next()
    }

    /// Returns a number from 0 up to, but not including, `bound`.
    package mutating func below(_ bound: Int) -> Int {
        guard script != nil else { return generator.below(bound) }
        let choice = bound <= 256 ? Int(byte()) : Int(byte()) << 8 | Int(byte())
        return choice % max(1, bound)
    }

    /// Returns true with a probability of `percent` in a hundred.
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    package mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

    private mutating func byte() -> UInt8 { script?.popFirst() ?? 0 }
}
