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
        var place = start
        var seen: UInt64 = 0
        while place + 8 <= bytes.count {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if PlainRun.mayEnd(in: word) { break }
            seen |= word
            place += 8
        }
        if place + 4 <= bytes.count, bytes.count < place + 8 {
            // Two halves that may overlap are the rest.
            let first = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            let last = unsafe bytes.loadUnaligned(
                fromByteOffset: bytes.count - 4, as: UInt32.self)
            let word = UInt64(first) << 32 | UInt64(last)
            if !PlainRun.mayEnd(in: word) {
                seen |= word
                place = bytes.count
            }
        }
        while place < bytes.count {
            let byte = unsafe bytes[place]
            guard PlainRun.goesOn(with: byte) else { break }
            seen |= UInt64(byte)
            place += 1
        }
        end = place
        isASCII = seen & PlainRun.highs == 0
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = ones << 7

    /// Whether one of eight bytes may end a run.
    @inline(__always)
    private static func mayEnd(in word: UInt64) -> Bool {
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5C)
        // A byte is below n where taking n away borrows from its high bit, which was not set.
        let found =
            ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
            | ((word &- (ones &* 0x20)) & ~word)
        return found & highs != 0
    }

    /// Whether a byte stands for itself in a string.
    static func goesOn(with byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x22 && byte != 0x5C
    }
}
