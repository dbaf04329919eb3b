/// What tells that bytes in the store are those that were written: 64 bits over the place in the log
/// and the bytes, taken eight at a time.
///
/// SQLite has no checksums of its own; this finds what a bad disk or a stray hand altered, not what
/// somebody altered who meant to. Each step maps different values to different ones, so that a single
/// altered word is always found; turning the value round carries what its high bits tell to the low
/// ones.
struct Checksum: RunningChecksum {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let factor: UInt64 = 0x9e37_79b9_7f4a_7c15

    init(_ position: JournalPosition, at moment: Int, byteCount: Int) {
        add(UInt64(bitPattern: Int64(position.revision)))
        add(UInt64(bitPattern: position.token))
        add(UInt64(bitPattern: Int64(moment)))
        add(UInt64(byteCount))
    }

    var value: Int64 { Int64(bitPattern: state) }

    mutating func take(_ bytes: UnsafeRawBufferPointer) {
        let whole = bytes.count & ~7
        for place in stride(from: 0, to: whole, by: 8) {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            add(UInt64(littleEndian: word))
        }
        for place in whole..<bytes.count { unsafe add(UInt64(bytes[place])) }
    }

    /// Whether the bytes are those that `known` was taken of, in this way or in that of schema 2.
    static func isRight(
        _ known: Int64, _ position: JournalPosition, at moment: Int = 0, _ body: [UInt8]
    ) -> Bool {
        known == of(position, at: moment, body)
            || known == ByteChecksum.of(position, at: moment, body)
    }

    private mutating func add(_ word: UInt64) {
        state = ((state << 29 | state >> 35) ^ word) &* Self.factor
    }
}

/// The checksum of stores of schema 2: FNV-1a with 64 bits, byte by byte.
struct ByteChecksum: RunningChecksum {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    init(_ position: JournalPosition, at moment: Int, byteCount: Int) {
        add(UInt64(bitPattern: Int64(position.revision)))
        add(UInt64(bitPattern: position.token))
        add(UInt64(bitPattern: Int64(moment)))
    }

    var value: Int64 { Int64(bitPattern: state) }

    mutating func take(_ bytes: UnsafeRawBufferPointer) {
        for place in bytes.indices { unsafe add(bytes[place]) }
    }

    private mutating func add(_ byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    private mutating func add(_ word: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            add(UInt8(truncatingIfNeeded: word >> shift))
        }
    }
}

/// A checksum that is taken piece by piece.
protocol RunningChecksum: Hashable, Sendable {
    /// - Parameter byteCount: Of all pieces together.
    init(_ position: JournalPosition, at moment: Int, byteCount: Int)

    /// What it is, once all pieces were taken.
    var value: Int64 { get }

    /// Takes the next piece, of a multiple of eight bytes unless it is the last.
    ///
    /// - Complexity: O(n) in the bytes.
    mutating func take(_ bytes: UnsafeRawBufferPointer)
}

extension RunningChecksum {
    /// - Complexity: O(n) in the bytes.
    static func of(_ position: JournalPosition, at moment: Int = 0, _ body: [UInt8]) -> Int64 {
        var checksum = Self(position, at: moment, byteCount: body.count)
        unsafe body.withUnsafeBytes { bytes in unsafe checksum.take(bytes) }
        return checksum.value
    }
}
