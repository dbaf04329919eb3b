/// A checksum of a record or snapshot: 64 bits over its position in the log and its bytes, eight at a
/// time.
///
/// For engines without checksums of their own, such as SQLite. It detects accidental damage, not
/// deliberate forgery. Each step is a bijection, so that a single altered word is always detected; the
/// rotation carries the high bits into the low ones.
struct Checksum: RunningChecksum {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let factor: UInt64 = 0x9e37_79b9_7f4a_7c15

    init(_ position: JournalPosition, at moment: Int, byteCount: Int) {
        add(UInt64(bitPattern: Int64(position.revision)))
        add(UInt64(bitPattern: position.token))
        add(UInt64(bitPattern: Int64(moment)))
        add(UInt64(byteCount))
    }

    /// - Parameter previous: Another checksum that this one covers: that of the record before a record,
    ///   or of the record that a snapshot is of; nil where it is not known.
    init(_ position: JournalPosition, at moment: Int, previous: Int64?, byteCount: Int) {
        self.init(position, at: moment, byteCount: byteCount)
        if let previous { add(UInt64(bitPattern: previous)) }
    }

    /// The check of a record or snapshot.
    ///
    /// - Complexity: O(n) in the bytes.
    static func of(
        _ position: JournalPosition, at moment: Int = 0, previous: Int64?, _ body: [UInt8]
    ) -> Int64 {
        var checksum = Self(
            position, at: moment, previous: previous, byteCount: body.count)
        unsafe body.withUnsafeBytes { bytes in unsafe checksum.update(bytes) }
        return checksum.value
    }

    var value: Int64 { Int64(bitPattern: state) }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let whole = bytes.count & ~7
        for place in stride(from: 0, to: whole, by: 8) {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            add(UInt64(littleEndian: word))
        }
        for place in whole..<bytes.count { unsafe add(UInt64(bytes[place])) }
    }

    /// Whether `known` is the checksum of the bytes, of this kind or of that of schema 2.
    static func isRight(
        _ known: Int64, _ position: JournalPosition, at moment: Int = 0, previous: Int64? = nil,
        _ body: [UInt8]
    ) -> Bool {
        known == of(position, at: moment, previous: previous, body)
            || previous == nil && known == ByteChecksum.of(position, at: moment, body)
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

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
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

/// A checksum that is computed piece by piece.
protocol RunningChecksum: Hashable, Sendable {
    /// Starts a checksum.
    ///
    /// - Parameter byteCount: The number of bytes of all pieces together.
    init(_ position: JournalPosition, at moment: Int, byteCount: Int)

    /// The checksum, once all pieces were added.
    var value: Int64 { get }

    /// Adds the next piece, whose length is a multiple of eight bytes unless it is the last.
    ///
    /// - Complexity: O(n) in the bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer)
}

extension RunningChecksum {
    /// Computes the checksum of a body.
    ///
    /// - Complexity: O(n) in the bytes.
    static func of(_ position: JournalPosition, at moment: Int = 0, _ body: [UInt8]) -> Int64 {
        var checksum = Self(position, at: moment, byteCount: body.count)
        unsafe body.withUnsafeBytes { bytes in unsafe checksum.update(bytes) }
        return checksum.value
    }
}
