/// The checksum of stores of schema 2: FNV-1a with 64 bits, byte by byte.
struct ByteChecksum {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Complexity: O(n) in the bytes.
    static func of(_ position: JournalPosition, at moment: Int = 0, _ body: [UInt8]) -> Int64 {
        var checksum = ByteChecksum()
        checksum.add(UInt64(bitPattern: Int64(position.revision)))
        checksum.add(UInt64(bitPattern: position.token))
        checksum.add(UInt64(bitPattern: Int64(moment)))
        for byte in body { checksum.add(byte) }
        return Int64(bitPattern: checksum.value)
    }

    private mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    private mutating func add(_ word: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            add(UInt8(truncatingIfNeeded: word >> shift))
        }
    }
}
