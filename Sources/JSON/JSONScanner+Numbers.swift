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
        var exponent = 0
        if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            exponent = try scanExponent(text)
        }
        if isWhole {
            if digitCount > 16 || magnitude > JSONNumber.largestWhole {
                note("whole number beyond 2^53 - 1", at: start)
                keepNumber(in: start..<position)
            } else if isNegative && magnitude == 0 {
                keepNumber(in: start..<position)
            }
        } else if digitCount + exponent > 300 {
            // With fewer digits in front of the point it is below 10^300.
            let written = Self.string(text, start..<position)
            if Double(written)?.isFinite != true { note("number that is not finite", at: start) }
        }
        numberCount += 1
    }

    /// Scans an exponent, from its letter on.
    ///
    /// - Returns: its value, or 100,000,000 where it is larger; 0 where it is negative.
    private mutating func scanExponent(_ text: borrowing Span<UInt8>) throws(JSONError) -> Int {
        position += 1
        var isNegative = false
        if position < text.count,
            text[position] == UInt8(ascii: "+") || text[position] == UInt8(ascii: "-")
        {
            isNegative = text[position] == UInt8(ascii: "-")
            position += 1
        }
        let start = position
        try scanDigits(text)
        var exponent = 0
        for index in start..<position {
            exponent = min(exponent * 10 + Int(text[index] &- UInt8(ascii: "0")), 100_000_000)
        }
        return isNegative ? 0 : exponent
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
