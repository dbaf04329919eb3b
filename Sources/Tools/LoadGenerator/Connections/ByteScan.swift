import JSON

/// Finds single members in the bytes of a message, without decoding the JSON.
///
/// Correct for messages as this server encodes them: without white space, members in a fixed order.
enum ByteScan {
    static let revision = Array("\"revision\":".utf8)
    static let n = Array("\"n\":".utf8)
    static let from = Array("\"from\":".utf8)
    static let part = Array("\"part\":".utf8)
    static let parts = Array("\"parts\":".utf8)
    static let client = Array("\"client\":\"".utf8)
    static let editID = Array("\"intent\":".utf8)
    static let updatedRow = Array("\"updatedRows\":[{\"row\":\"r".utf8)

    /// The index after the first `key` at or after `start` and before `limit`.
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

    /// The index after the last `key`.
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

    /// The number that begins at an index, and the index where it ends.
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

    /// The number after the first `key`.
    static func first(_ key: [UInt8], in bytes: borrowing Span<UInt8>) -> Int? {
        guard let place = end(of: key, in: bytes) else { return nil }
        return number(in: bytes, at: place)?.value
    }

    /// The number after the last `key`.
    static func last(_ key: [UInt8], in bytes: borrowing Span<UInt8>) -> Int? {
        guard let place = lastEnd(of: key, in: bytes) else { return nil }
        return number(in: bytes, at: place)?.value
    }

    /// The first 16 hex digits at an index as a number: the author of a set, by public name.
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

/// Scans the sets of a `changes` or `catchup` message for their authors.
struct SetScan {
    /// A set, as far as the generator needs it.
    struct Found: Hashable {
        var revision: Int
        /// The author, as `ByteScan.tag`; 0 where the set names none.
        var tag: UInt64 = 0
        /// The id of the edit; 0 where the set names none.
        var editID = 0
        /// The number of the first row that the set updates, where its id is `r` and digits.
        var row: Int?
    }

    /// Calls `body` with every set that has a revision above `known`, in order.
    ///
    /// - Complexity: O(n) in the bytes.
    static func each(
        in bytes: borrowing Span<UInt8>, above known: Int, _ body: (Found) -> Void
    ) {
        guard let first = ByteScan.end(of: sets, in: bytes) else { return }
        var start = ByteScan.end(of: setStart, in: bytes, from: first)
        while let place = start {
            let next = ByteScan.end(of: setStart, in: bytes, from: place)
            guard let revision = ByteScan.number(in: bytes, at: place)?.value else { return }
            if revision > known {
                body(found(revision, in: bytes, from: place, before: next ?? bytes.count))
            }
            start = next
        }
    }

    private static func found(
        _ revision: Int, in bytes: borrowing Span<UInt8>, from start: Int, before limit: Int
    ) -> Found {
        var found = Found(revision: revision)
        if let place = ByteScan.end(of: ByteScan.client, in: bytes, from: start, before: limit) {
            found.tag = ByteScan.tag(in: bytes, at: place) ?? 0
        }
        if let place = ByteScan.end(of: ByteScan.editID, in: bytes, from: start, before: limit) {
            found.editID = ByteScan.number(in: bytes, at: place)?.value ?? 0
        }
        if let place = ByteScan.end(
            of: ByteScan.updatedRow, in: bytes, from: start, before: limit)
        {
            found.row = ByteScan.number(in: bytes, at: place)?.value
        }
        return found
    }

    private static let sets = Array("\"sets\":[".utf8)
    private static let setStart = Array("{\"revision\":".utf8)
}

/// Splits an array of messages.
enum ArraySplit {
    /// The elements of a JSON array, each as its bytes; those before the first that is not JSON.
    ///
    /// - Complexity: O(n), and every element is copied; the server seldom sends arrays.
    static func elements(of bytes: borrowing Span<UInt8>) -> [[UInt8]] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for index in bytes.indices { text.append(bytes[index]) }
        var lexer = JSONLexer(text)
        var elements: [[UInt8]] = []
        guard lexer.take(UInt8(ascii: "[")) else { return [] }
        repeat {
            _ = lexer.peek()
            let start = lexer.position
            guard (try? lexer.skipValue()) != nil else { break }
            elements.append(Array(text[start..<lexer.position]))
        } while lexer.take(UInt8(ascii: ","))
        return elements
    }
}
