/// What tells that bytes in the store are those that were written: 64 bits over the place in the log
/// and the bytes, taken eight at a time.
///
/// SQLite has no checksums of its own; this finds what a bad disk or a stray hand altered, not what
/// somebody altered who meant to. Each step maps different values to different ones, so that a single
/// altered word is always found; turning the value round carries what its high bits tell to the low
/// ones.
struct Checksum {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let factor: UInt64 = 0x9e37_79b9_7f4a_7c15

    /// Complexity: O(n) in the bytes.
    static func of(_ position: JournalPosition, at moment: Int = 0, _ body: [UInt8]) -> Int64 {
        var checksum = Checksum()
        checksum.add(UInt64(bitPattern: Int64(position.revision)))
        checksum.add(UInt64(bitPattern: position.token))
        checksum.add(UInt64(bitPattern: Int64(moment)))
        checksum.add(UInt64(body.count))
        unsafe body.withUnsafeBytes { bytes in
            let whole = bytes.count & ~7
            for place in stride(from: 0, to: whole, by: 8) {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                checksum.add(UInt64(littleEndian: word))
            }
            for place in whole..<bytes.count { unsafe checksum.add(UInt64(bytes[place])) }
        }
        return Int64(bitPattern: checksum.value)
    }

    /// Whether the bytes are those that `known` was taken of, in this way or in that of schema 2.
    static func isRight(
        _ known: Int64, _ position: JournalPosition, at moment: Int = 0, _ body: [UInt8]
    ) -> Bool {
        known == of(position, at: moment, body)
            || known == ByteChecksum.of(position, at: moment, body)
    }

    private mutating func add(_ word: UInt64) {
        value = ((value << 29 | value >> 35) ^ word) &* Self.factor
    }
}
