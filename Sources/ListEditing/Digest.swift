/// FNV-1a with 32 bits.
struct Digest {
    private(set) var value: UInt32 = 0x811c_9dc5

    mutating func add(_ text: String) {
        for byte in text.utf8 { value = (value ^ UInt32(byte)) &* 0x0100_0193 }
    }
}
