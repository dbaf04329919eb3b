/// Cuts what is too long for one message of NATS into parts.
package enum MessageParts {
    /// The most bytes of a part, and of a record's body that lies in the record's own message.
    package static let partBytes = 512 << 10

    /// More bytes than any record or snapshot has: what claims more is damaged.
    static let maximumBytes = 1 << 32

    /// How many parts so many bytes have; 1 for none.
    package static func count(ofBytes bytes: Int) -> Int {
        max(1, (bytes + partBytes - 1) / partBytes)
    }

    /// The parts of some bytes, in their order.
    ///
    /// Complexity: O(n) in the bytes.
    package static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        (0..<count(ofBytes: bytes.count)).map { part in
            Array(bytes[part * partBytes..<min(bytes.count, (part + 1) * partBytes)])
        }
    }
}

/// A checksum of 64 bits over bytes, eight at a time, for records that name the one before them.
///
/// It detects accidental damage and other histories, not forgery: each step is a bijection, so a single
/// altered word is always detected. The length goes into each piece.
struct ChainedChecksum {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Adds a piece; O(n) in its bytes.
    mutating func update(_ bytes: ArraySlice<UInt8>) {
        add(UInt64(bytes.count))
        unsafe bytes.withUnsafeBytes { bytes in
            let whole = bytes.count & ~7
            for place in stride(from: 0, to: whole, by: 8) {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                add(UInt64(littleEndian: word))
            }
            for place in whole..<bytes.count { unsafe add(UInt64(bytes[place])) }
        }
    }

    @inline(__always)
    private mutating func add(_ word: UInt64) {
        let mixed = (value ^ word) &* 0x9e37_79b9_7f4a_7c15
        value = mixed << 29 | mixed >> 35
    }
}

/// Numbers of 64 bits as text, since JSON's have 53: 16 hexadecimal digits in lower case.
enum Hexadecimal {
    static func text(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// The number of a text; nil where it is not 16 digits in lower case.
    static func number(_ text: String) -> UInt64? {
        guard text.utf8.count == 16,
            text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
        else { return nil }
        return UInt64(text, radix: 16)
    }
}
