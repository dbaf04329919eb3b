/// A run of bytes in a JSON string that need no escape (RFC 8259, section 7).
package struct UnescapedRun: Hashable, Sendable {
    /// The offset of the first quote, backslash or control character, or the end of the bytes.
    package let end: Int
    /// Whether all bytes of the run are ASCII.
    package let isASCII: Bool

    /// Finds the run that begins at `start`.
    ///
    /// Complexity: O(n) in its bytes, eight at a time.
    package init(in bytes: UnsafeRawBufferPointer, from start: Int = 0) {
        var place = start
        var seen: UInt64 = 0
        while place + 8 <= bytes.count {
            let word = UInt64(
                littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            let found = Self.ends(in: word)
            if found != 0 {
                // The lowest one is a byte that ends the run; others can come from its borrow.
                let length = found.trailingZeroBitCount & ~7
                seen |= word & ((1 &<< UInt64(length)) &- 1)
                place += length >> 3
                end = place
                isASCII = seen & Self.highs == 0
                return
            }
            seen |= word
            place += 8
        }
        if bytes.count - place >= 4 {
            // Two halves that may overlap are the rest.
            let first = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            let last = unsafe bytes.loadUnaligned(
                fromByteOffset: bytes.count - 4, as: UInt32.self)
            let word = UInt64(first) << 32 | UInt64(last)
            if Self.ends(in: word) == 0 {
                end = bytes.count
                isASCII = (seen | word) & Self.highs == 0
                return
            }
        }
        while place < bytes.count {
            let byte = unsafe bytes[place]
            guard Self.contains(byte) else { break }
            seen |= UInt64(byte)
            place += 1
        }
        end = place
        isASCII = seen & Self.highs == 0
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = ones << 7

    /// The high bits of those of eight bytes that end a run, and perhaps of higher ones; 0: none does.
    @inline(__always)
    private static func ends(in word: UInt64) -> UInt64 {
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5C)
        // A byte is below n where taking n away borrows from its high bit, which was not set.
        return
            (((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
            | ((word &- (ones &* 0x20)) & ~word)) & highs
    }

    /// Whether a byte needs no escape.
    static func contains(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x22 && byte != 0x5C
    }
}
