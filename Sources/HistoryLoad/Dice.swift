/// Random choices that a seed repeats (SplitMix64).
package struct Dice: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to and without `bound`.
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &self) }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func seconds(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }

    /// One of them, as often as its weight says; nil where there is none.
    mutating func pick<Choice>(_ choices: [(weight: Int, choice: Choice)]) -> Choice? {
        var left = below(choices.reduce(0) { $0 + $1.weight })
        for entry in choices {
            left -= entry.weight
            if left < 0 { return entry.choice }
        }
        return nil
    }
}
