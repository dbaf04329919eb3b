extension JSONWriter {
    /// Writes a whole number.
    package mutating func whole(_ number: Int) {
        separate()
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        if rest < 10 {
            bytes.append(UInt8(ascii: "0") + UInt8(rest))
            return
        }
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var first = digits.count
        while rest > 0 {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            first -= 1
            digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
        unsafe digits.span.extracting(first...).withUnsafeBufferPointer { digits in
            unsafe bytes.append(contentsOf: digits)
        }
    }
}
