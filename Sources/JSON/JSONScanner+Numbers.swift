extension JSONScanner {
    /// Scans a number and checks that it is finite and, where whole, exact.
    mutating func scanNumber(_ text: borrowing Span<UInt8>) throws(JSONError) {
        let start = position
        let isNegative = text[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let firstDigit = position
        var magnitude = 0
        while position < text.count, let digit = Self.digit(text[position]) {
            // More than 16 digits are beyond 2⁵³ and are told by their count.
            if position - firstDigit < 16 { magnitude = magnitude * 10 + digit }
            position += 1
        }
        let digitCount = position - firstDigit
        guard digitCount > 0 else { throw unexpected(text, "a digit") }
        guard digitCount == 1 || text[firstDigit] != UInt8(ascii: "0") else {
            throw JSONError(.notJSON, "leading zero", at: firstDigit)
        }
        var isWhole = true
        if position < text.count, text[position] == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            try scanDigits(text)
        }
        var hasExponent = false
        if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
            (isWhole, hasExponent) = (false, true)
            position += 1
            if position < text.count,
                text[position] == UInt8(ascii: "+") || text[position] == UInt8(ascii: "-")
            {
                position += 1
            }
            try scanDigits(text)
        }
        if isWhole {
            if digitCount > 16 || magnitude > JSONNumber.largestWhole {
                note("whole number beyond 2^53 - 1", at: start)
                keep(.written(Self.string(text, start..<position)))
            } else if isNegative && magnitude == 0 {
                keep(.written("-0"))
            }
        } else if hasExponent || digitCount > 300 {
            let written = Self.string(text, start..<position)
            if Double(written)?.isFinite != true { note("number that is not finite", at: start) }
        }
        numberCount += 1
    }

    private mutating func scanDigits(_ text: borrowing Span<UInt8>) throws(JSONError) {
        let start = position
        while position < text.count, Self.digit(text[position]) != nil { position += 1 }
        guard position > start else { throw unexpected(text, "a digit") }
    }

    @inline(__always)
    private static func digit(_ byte: UInt8) -> Int? {
        let value = byte &- UInt8(ascii: "0")
        return value < 10 ? Int(value) : nil
    }

    private static func string(_ text: borrowing Span<UInt8>, _ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        for index in range { bytes.append(text[index]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
