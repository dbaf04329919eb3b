/// Choices that can be made again: from a seed (SplitMix64), or from bytes, one after the other.
package struct Randomness: RandomNumberGenerator {
    private var state: UInt64
    private var script: ArraySlice<UInt8>?

    /// The same numbers everywhere for one seed.
    package init(seed: UInt64) { state = seed }

    /// As the bytes say; once they are used up, every choice is the first one.
    package init(script: [UInt8]) {
        state = 0
        self.script = script[...]
    }

    /// Whether there are bytes, and all are used up.
    package var isSpent: Bool { script?.isEmpty ?? false }

    package mutating func next() -> UInt64 {
        if script != nil {
            return (0..<8).reduce(0) { value, _ in value << 8 | UInt64(byte()) }
        }
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to and without `bound`.
    package mutating func below(_ bound: Int) -> Int {
        guard script != nil else { return Int.random(in: 0..<max(1, bound), using: &self) }
        let choice = bound <= 256 ? Int(byte()) : Int(byte()) << 8 | Int(byte())
        return choice % max(1, bound)
    }

    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    package mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

    private mutating func byte() -> UInt8 { script?.popFirst() ?? 0 }
}
