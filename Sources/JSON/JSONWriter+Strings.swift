extension JSONWriter {
    /// Writes a string with the fewest escapes: quotes, backslashes and control characters.
    ///
    /// Complexity: O(n) in its bytes.
    package mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var written = 0
            for index in utf8.indices {
                let byte = unsafe utf8[index]
                if byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") {
                    continue
                }
                unsafe bytes.append(
                    contentsOf: UnsafeBufferPointer(rebasing: utf8[written..<index]))
                appendEscaped(byte)
                written = index + 1
            }
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[written...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    @inline(__always)
    mutating func appendText(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in unsafe bytes.append(contentsOf: utf8) }
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(Self.hexDigit(byte >> 4))
            bytes.append(Self.hexDigit(byte & 15))
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
