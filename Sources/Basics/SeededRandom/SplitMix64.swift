/// A random number generator that gives the same numbers for the same seed, on every platform.
///
/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014). For load, bots
/// and tests; not for secrets.
package struct SplitMix64: RandomNumberGenerator, Equatable, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 up to, but not including, `bound`; 0 where `bound` is less than 1.
    package mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<max(1, bound), using: &self)
    }

    /// Returns true with a probability of `percent` in a hundred.
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}
