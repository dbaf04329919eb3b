import SeededRandom

/// The system's random numbers, or repeatable ones from a seed.
struct ClientRandomness: RandomNumberGenerator {
    private var seeded: SplitMix64?
    private var system = SystemRandomNumberGenerator()

    init(seed: UInt64?) {
        seeded = seed.map { SplitMix64(seed: $0) }
    }

    mutating func next() -> UInt64 { seeded?.next() ?? system.next() }

    /// A number from 0 to below 1.
    mutating func unit() -> Double { Double.random(in: 0..<1, using: &self) }

    /// A random id or key: 20 letters and digits, about 100 bits.
    mutating func id() -> String {
        let alphabet = Array("0123456789abcdefghijkmnpqrstuvwxyz")
        return String((0..<20).map { _ in alphabet.randomElement(using: &self) ?? "0" })
    }
}
