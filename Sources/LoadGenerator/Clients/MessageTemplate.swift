/// A message as bytes with gaps, into which numbers are written.
///
/// In the pattern `#` stands for a digit of the edit's id, `@` of a row's number, `^` of an index;
/// a run of them is one gap. Gaps within quotes are filled up with zeros, others with spaces.
struct MessageTemplate {
    private enum Value {
        case id
        case row
        case index
    }

    private struct Gap {
        var start: Int
        var width: Int
        var value: Value
        var filler: UInt8
    }

    private var bytes: [UInt8]
    private var gaps: [Gap] = []

    /// Bytes of each message.
    var count: Int { bytes.count }

    init(_ pattern: String) {
        bytes = Array(pattern.utf8)
        var isQuoted = false
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard let value = MessageTemplate.value(byte) else {
                place += 1
                continue
            }
            let start = place
            while place < bytes.count, bytes[place] == byte { place += 1 }
            gaps.append(
                Gap(
                    start: start, width: place - start, value: value,
                    filler: isQuoted ? UInt8(ascii: "0") : UInt8(ascii: " ")))
        }
    }

    /// Adds the message with the numbers in place; digits that find no room are left out.
    func append(id: Int, row: Int = 0, index: Int = 0, to output: inout [UInt8]) {
        let start = output.count
        output.append(contentsOf: bytes)
        for gap in gaps {
            var number =
                switch gap.value {
                case .id: id
                case .row: row
                case .index: index
                }
            var place = start + gap.start + gap.width
            repeat {
                place -= 1
                output[place] = UInt8(truncatingIfNeeded: 48 + number % 10)
                number /= 10
            } while number > 0 && place > start + gap.start
            while place > start + gap.start {
                place -= 1
                output[place] = gap.filler
            }
        }
    }

    private static func value(_ byte: UInt8) -> Value? {
        switch byte {
        case UInt8(ascii: "#"): .id
        case UInt8(ascii: "@"): .row
        case UInt8(ascii: "^"): .index
        default: nil
        }
    }
}
