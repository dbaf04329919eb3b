extension JSONWriter {
    /// Writes a string with the fewest escapes: quotes, backslashes and control characters.
    ///
    /// Complexity: O(n) in its bytes.
    package mutating func string(_ text: String) {
        let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
            unsafe string(utf8)
        }
        guard isWritten == nil else { return }
        var text = text
        text.withUTF8 { utf8 in unsafe string(utf8) }
    }

    /// The bytes that `string` writes for a text.
    ///
    /// Complexity: O(n) in its bytes.
    package static func length(of text: String) -> Int {
        var length = text.utf8.count + 2
        for byte in text.utf8 where !PlainRun.goesOn(with: byte) {
            switch byte {
            case 0x22, 0x5C, 0x08, 0x09, 0x0A, 0x0C, 0x0D: length += 1
            default: length += 5
            }
        }
        return length
    }

    private mutating func string(_ utf8: UnsafeBufferPointer<UInt8>) {
        let isPlain = unsafe PlainRun(in: UnsafeRawBufferPointer(utf8)).end == utf8.count
        guard isPlain, utf8.count <= 64 else {
            unsafe appendLong(utf8, isPlain: isPlain)
            return
        }
        let needsComma = needsComma
        bytes.append(addingCapacity: utf8.count + 3) { span in
            if needsComma { span.append(UInt8(ascii: ",")) }
            span.append(UInt8(ascii: "\""))
            unsafe span.append(utf8)
            span.append(UInt8(ascii: "\""))
        }
    }

    private mutating func appendLong(_ utf8: UnsafeBufferPointer<UInt8>, isPlain: Bool) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var written = 0
        if !isPlain {
            for index in utf8.indices {
                let byte = unsafe utf8[index]
                if PlainRun.goesOn(with: byte) { continue }
                unsafe bytes.append(
                    contentsOf: UnsafeBufferPointer(rebasing: utf8[written..<index]))
                appendEscaped(byte)
                written = index + 1
            }
        }
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[written...]))
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
