/// Finds the few things that the generator needs in a message, without reading it as JSON.
enum ByteScan {
    static let revision = Array("\"revision\":".utf8)
    static let from = Array("\"from\":".utf8)
    static let part = Array("\"part\":".utf8)
    static let parts = Array("\"parts\":".utf8)
    static let client = Array("\"client\":\"".utf8)
    static let intent = Array("\"intent\":".utf8)
    static let updatedRow = Array("\"updatedRows\":[{\"row\":\"r".utf8)

    /// The place behind the first `key` that stands at or after `start` and before `limit`.
    static func end(
        of key: [UInt8], in bytes: borrowing Span<UInt8>, from start: Int = 0,
        before limit: Int = .max
    ) -> Int? {
        let last = min(limit, bytes.count) - key.count
        let key = key.span
        var place = start
        while place <= last {
            if stands(key, in: bytes, at: place) { return place + key.count }
            place += 1
        }
        return nil
    }

    /// The place behind the last `key`.
    static func lastEnd(of key: [UInt8], in bytes: borrowing Span<UInt8>) -> Int? {
        let key = key.span
        var place = bytes.count - key.count
        while place >= 0 {
            if stands(key, in: bytes, at: place) { return place + key.count }
            place -= 1
        }
        return nil
    }

    /// Whether the bytes begin with `key`.
    static func begins(_ bytes: borrowing Span<UInt8>, with key: [UInt8]) -> Bool {
        bytes.count >= key.count && stands(key.span, in: bytes, at: 0)
    }

    /// The whole number that begins at a place, and where it ends.
    static func number(
        in bytes: borrowing Span<UInt8>, at start: Int
    ) -> (value: Int, end: Int)? {
        var place = start
        var value = 0
        while place < bytes.count, case let digit = bytes[place] &- 48, digit < 10 {
            value = value &* 10 &+ Int(digit)
            place += 1
        }
        return place > start ? (value, place) : nil
    }

    /// The number behind the first `key`.
    static func first(_ key: [UInt8], in bytes: borrowing Span<UInt8>) -> Int? {
        guard let place = end(of: key, in: bytes) else { return nil }
        return number(in: bytes, at: place)?.value
    }

    /// The number behind the last `key`.
    static func last(_ key: [UInt8], in bytes: borrowing Span<UInt8>) -> Int? {
        guard let place = lastEnd(of: key, in: bytes) else { return nil }
        return number(in: bytes, at: place)?.value
    }

    /// The first 16 hex digits at a place as a number: who made a set, by public name.
    static func tag(in bytes: borrowing Span<UInt8>, at start: Int) -> UInt64? {
        guard start + 16 <= bytes.count else { return nil }
        var value: UInt64 = 0
        for place in start..<start + 16 {
            let byte = bytes[place]
            let digit: UInt8
            switch byte {
            case 48...57: digit = byte - 48
            case 97...102: digit = byte - 87
            default: return nil
            }
            value = value << 4 | UInt64(digit)
        }
        return value
    }

    @inline(__always)
    private static func stands(
        _ key: borrowing Span<UInt8>, in bytes: borrowing Span<UInt8>, at place: Int
    ) -> Bool {
        for index in key.indices where bytes[place + index] != key[index] { return false }
        return true
    }
}
