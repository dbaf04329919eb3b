import TextBytes

/// Builds the value of a text that `JSONScanner` has checked, from the tokens of a lexer.
///
/// json-c takes 700 bytes and most of a microsecond for an empty object. This builder takes what the
/// value takes, so it reads every text with many values, every text that nests too deep, and those
/// with duplicate names.
struct JSONValueBuilder {
    private var lexer: JSONLexer
    private let maximumDepth: Int
    private var depth = 0
    /// The first member whose name its object has already; the last one's value counts.
    private(set) var duplicate: JSONError?

    /// - Parameters:
    ///   - text: a text that the scanner has checked.
    ///   - maximumDepth: the most containers inside one another; `null` replaces deeper ones.
    init(_ text: [UInt8], maximumDepth: Int) {
        lexer = JSONLexer(text)
        self.maximumDepth = maximumDepth
    }

    /// The value of the text.
    ///
    /// Complexity: O(n) in the bytes, with a recursion of at most `maximumDepth`.
    /// - Throws: `JSONError` of the kind `notJSON`, if the text was not checked.
    mutating func value() throws(JSONError) -> JSONValue {
        let first = lexer.peek()
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < maximumDepth else {
                try lexer.skipValue()
                return .null
            }
            depth += 1
            defer { depth -= 1 }
            return first == UInt8(ascii: "{") ? .object(try object()) : .array(try elements())
        case UInt8(ascii: "\""): return .string(lexer.string(of: try lexer.string()))
        case UInt8(ascii: "t") where lexer.takeLiteral("true"): return .bool(true)
        case UInt8(ascii: "f") where lexer.takeLiteral("false"): return .bool(false)
        case UInt8(ascii: "n") where lexer.takeLiteral("null"): return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try number())
        default: throw lexer.expected("a value")
        }
    }

    private mutating func number() throws(JSONError) -> JSONNumber {
        let start = lexer.position
        if case .integer(let number) = try lexer.number() { return .whole(number) }
        return .written(lexer.string(of: start..<lexer.position))
    }

    private mutating func elements() throws(JSONError) -> [JSONValue] {
        _ = lexer.take(UInt8(ascii: "["))
        var elements: [JSONValue] = []
        while !lexer.take(UInt8(ascii: "]")) {
            elements.append(try value())
            _ = lexer.take(UInt8(ascii: ","))
        }
        return elements
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        let start = lexer.position
        _ = lexer.take(UInt8(ascii: "{"))
        var members: [JSONObject.Member] = []
        // Members that begin before the first known duplicate; those after it cannot be the first one.
        var early = 0
        while !lexer.take(UInt8(ascii: "}")) {
            if duplicate == nil { early += 1 }
            let name = try lexer.name()
            members.append(JSONObject.Member(name: lexer.string(of: name), value: try value()))
            _ = lexer.take(UInt8(ascii: ","))
        }
        guard let second = Self.firstDuplicate(members) else { return JSONObject(members) }
        if second < early { try note(members[second].name, member: second, ofObjectAt: start) }
        // The first of a name is the one that is found by it.
        return JSONObject(members.reversed())
    }

    private static func firstDuplicate(_ members: [JSONObject.Member]) -> Int? {
        guard members.count > 8 else {
            return members.indices.first { index in
                members[..<index].contains { TextKey($0.name) == TextKey(members[index].name) }
            }
        }
        // At most half of the places are taken, each by the upper half of a name's hash and, below it, the index of
        // the member that has it, counted from 1: a set of tens of thousands of names is several times as slow.
        let places = 1 << (Int.bitWidth - (2 * members.count - 1).leadingZeroBitCount)
        var table = [UInt64](repeating: 0, count: places)
        for (index, member) in members.enumerated() {
            var hasher = Hasher()
            TextKey(member.name).hash(into: &hasher)
            let hash = UInt64(bitPattern: Int64(hasher.finalize()))
            var place = Int(truncatingIfNeeded: hash) & (places - 1)
            while table[place] != 0 {
                let other = Int(table[place] & 0xFFFF_FFFF) - 1
                if (table[place] >> 32) == (hash >> 32), members[other].name.isSame(as: member.name)
                {
                    return index
                }
                place = (place + 1) & (places - 1)
            }
            table[place] = (hash >> 32) << 32 | UInt64(index + 1)
        }
        return nil
    }

    /// Keeps a duplicate, unless an earlier one is known.
    ///
    /// Called only for members that begin before the known duplicate: so no byte is read again twice.
    private mutating func note(
        _ name: String, member: Int, ofObjectAt start: Int
    ) throws(JSONError) {
        // Only names of duplicates need their place, so the object is read once more.
        var lexer = JSONLexer(lexer.bytes, at: start + 1)
        for _ in 0..<member {
            _ = try lexer.name()
            try lexer.skipValue()
            _ = lexer.take(UInt8(ascii: ","))
        }
        _ = lexer.peek()
        if let duplicate, duplicate.offset < lexer.position { return }
        let shown = String(decoding: name.utf8.prefix(64), as: UTF8.self)
        duplicate = JSONError(.outsideLimits, "duplicate key '\(shown)'", at: lexer.position)
    }
}
