/// Random numbers: the system's, or repeatable ones from a seed (SplitMix64).
struct ClientRandomness: RandomNumberGenerator {
    private var state: UInt64?
    private var system = SystemRandomNumberGenerator()

    init(seed: UInt64?) {
        state = seed
    }

    mutating func next() -> UInt64 {
        guard let current = state else { return system.next() }
        let advanced = current &+ 0x9E37_79B9_7F4A_7C15
        state = advanced
        var mixed = (advanced ^ (advanced >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 to below 1.
    mutating func unit() -> Double { Double.random(in: 0..<1, using: &self) }

    /// Some 100 bits as letters and digits: an id or a key.
    mutating func id() -> String {
        let alphabet = Array("0123456789abcdefghijkmnpqrstuvwxyz")
        return String((0..<20).map { _ in alphabet.randomElement(using: &self) ?? "0" })
    }
}
