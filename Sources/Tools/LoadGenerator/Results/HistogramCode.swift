import CCompression
import Foundation

/// HdrHistogram's own format of a histogram, V2: compressed and in base64, as its logs have it.
///
/// See "HdrHistogram V2 Encoding" in the sources of HdrHistogram for Java.
package enum HistogramCode {
    private static let cookie: UInt32 = 0x1C84_9303 | 0x10
    private static let compressedCookie: UInt32 = 0x1C84_9304 | 0x10
    private static let headBytes = 40
    /// The most bytes of a histogram before compression: all counts of five digits.
    private static let mostBytes = 64 << 20

    /// Encodes a histogram of microseconds.
    package static func encode(_ latencies: Latencies) -> String {
        let layout = BucketLayout(digits: 3, lowest: 1)
        var counts: [UInt8] = []
        var next = 0
        for (value, count) in latencies.recorded {
            let index = layout.index(of: value)
            if index > next { append(-Int64(index - next), to: &counts) }
            append(Int64(count), to: &counts)
            next = index + 1
        }
        var bytes: [UInt8] = []
        append(cookie, to: &bytes)
        append(UInt32(counts.count), to: &bytes)
        append(UInt32(0), to: &bytes)
        append(UInt32(3), to: &bytes)
        append(UInt64(1), to: &bytes)
        append(Latencies.longest, to: &bytes)
        append(Double(1).bitPattern, to: &bytes)
        bytes += counts
        let compressed = compress(bytes)
        var code: [UInt8] = []
        append(compressedCookie, to: &code)
        append(UInt32(compressed.count), to: &code)
        return Data(code + compressed).base64EncodedString()
    }

    /// Decodes a histogram of microseconds; nil where it is none, or in another format.
    package static func decode(_ text: String) -> Latencies? {
        guard let data = Data(base64Encoded: text) else { return nil }
        let code = [UInt8](data)
        guard code.count > 8, number(code, at: 0, bytes: 4) == UInt64(compressedCookie),
            number(code, at: 4, bytes: 4) == UInt64(code.count - 8),
            let bytes = uncompress(Array(code[8...])), bytes.count >= headBytes,
            number(bytes, at: 0, bytes: 4) == UInt64(cookie),
            number(bytes, at: 4, bytes: 4) == UInt64(bytes.count - headBytes),
            case let digits = number(bytes, at: 12, bytes: 4), (1...5).contains(digits),
            case let lowest = number(bytes, at: 16, bytes: 8), (1...(1 << 30)).contains(lowest)
        else { return nil }
        let layout = BucketLayout(digits: Int(digits), lowest: lowest)
        var latencies = Latencies()
        var place = headBytes
        var index = 0
        while place < bytes.count {
            guard let count = readCount(bytes, &place), index < 1 << 28 else { return nil }
            if count < 0 {
                guard count > -(1 << 28) else { return nil }
                index += Int(-count)
            } else {
                guard count <= 1 << 53, let value = layout.value(at: index) else { return nil }
                if count > 0 { latencies.record(microseconds: value, count: UInt64(count)) }
                index += 1
            }
        }
        return latencies
    }

    // MARK: Numbers

    /// Appends a number, most significant byte first.
    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private static func number(_ bytes: [UInt8], at place: Int, bytes count: Int) -> UInt64 {
        bytes[place..<place + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Appends a count as ZigZag LEB128, at most nine bytes.
    private static func append(_ count: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: count << 1 ^ count >> 63)
        for _ in 0..<8 {
            guard rest >= 0x80 else { break }
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private static func readCount(_ bytes: [UInt8], _ place: inout Int) -> Int64? {
        var number: UInt64 = 0
        for step in 0..<9 {
            guard place < bytes.count else { return nil }
            let byte = bytes[place]
            place += 1
            if step == 8 {
                number |= UInt64(byte) << 56
                break
            }
            number |= UInt64(byte & 0x7F) << (7 * step)
            if byte < 0x80 { break }
        }
        return Int64(bitPattern: number >> 1) ^ -Int64(number & 1)
    }

    // MARK: Compression

    private static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var length = compressBound(UInt(bytes.count))
        var out = [UInt8](repeating: 0, count: Int(length))
        _ = unsafe CCompression.compress(&out, &length, bytes, UInt(bytes.count))
        return Array(out[..<Int(length)])
    }

    private static func uncompress(_ bytes: [UInt8]) -> [UInt8]? {
        var room = 1 << 16
        while room <= mostBytes {
            var out = [UInt8](repeating: 0, count: room)
            var length = UInt(room)
            switch unsafe CCompression.uncompress(&out, &length, bytes, UInt(bytes.count)) {
            case Z_OK: return Array(out[..<Int(length)])
            case Z_BUF_ERROR: room *= 4
            default: return nil
            }
        }
        return nil
    }
}

/// Which count of a histogram is for which values.
struct BucketLayout {
    /// log2 of half the counts of a bucket.
    private let halfMagnitude: Int
    private let unitMagnitude: Int

    init(digits: Int, lowest: UInt64) {
        let single = UInt64(2 * [1, 10, 100, 1_000, 10_000, 100_000][digits])
        halfMagnitude = 63 - (single - 1).leadingZeroBitCount
        unitMagnitude = 63 - lowest.leadingZeroBitCount
    }

    func index(of value: UInt64) -> Int {
        let mask = (UInt64(2) << halfMagnitude - 1) << unitMagnitude
        let bucket = 63 - (value | mask).leadingZeroBitCount - unitMagnitude - halfMagnitude
        let sub = Int(value >> (bucket + unitMagnitude))
        return (bucket + 1) << halfMagnitude + sub - 1 << halfMagnitude
    }

    /// The lowest of the values; nil where they are too large.
    func value(at index: Int) -> UInt64? {
        let bucket = max(0, index >> halfMagnitude - 1)
        let half = 1 << halfMagnitude
        let sub = index < half ? index : index & (half - 1) + half
        guard bucket + unitMagnitude + halfMagnitude < 62 else { return nil }
        return UInt64(sub) << (bucket + unitMagnitude)
    }
}
