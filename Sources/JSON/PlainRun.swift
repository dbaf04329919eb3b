/// A run of bytes in a JSON string that stand for themselves (RFC 8259, section 7).
package struct PlainRun: Hashable, Sendable {
    /// Where it ends: at a quote, a backslash, a control character, or behind the last byte.
    package let end: Int
    /// Whether all its bytes are ASCII.
    package let isASCII: Bool

    /// Finds the run that begins at `start`.
    ///
    /// Looks at eight bytes at a time, as far as none of them ends it. O(n) in its bytes.
    package init(in bytes: UnsafeRawBufferPointer, from start: Int = 0) {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs = ones << 7
        var place = start
        var seen: UInt64 = 0
        while place + 8 <= bytes.count {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            let quotes = word ^ (ones &* 0x22)
            let backslashes = word ^ (ones &* 0x5C)
            // A byte is below n where taking n away borrows from its high bit, which was not set.
            let found =
                ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
                | ((word &- (ones &* 0x20)) & ~word)
            if found & highs != 0 { break }
            seen |= word
            place += 8
        }
        while place < bytes.count {
            let byte = unsafe bytes[place]
            guard PlainRun.goesOn(with: byte) else { break }
            seen |= UInt64(byte)
            place += 1
        }
        end = place
        isASCII = seen & highs == 0
    }

    /// Whether a byte stands for itself in a string.
    static func goesOn(with byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x22 && byte != 0x5C
    }
}
