import JSON

/// Reads JSON in the form that most clients write: strings without escapes, and integers.
///
/// Every step returns nil or false at anything else, right or wrong, and the caller leaves the text
/// to `JSONReader`. A step can be stricter than JSON, and is never laxer.
struct FastCursor {
    private var lexer: JSONLexer

    init(_ bytes: [UInt8]) {
        lexer = JSONLexer(bytes)
    }

    /// Whether nothing but white space comes next.
    mutating func isAtEnd() -> Bool {
        lexer.peek() == 0 && lexer.isAtEnd
    }

    /// Whether an array comes next.
    mutating func isAtArray() -> Bool { lexer.peek() == UInt8(ascii: "[") }

    /// Reads the members of an object.
    ///
    /// - Parameter member: reads the value of the member with this name; false where it cannot.
    @inline(__always)
    mutating func object(_ member: (inout FastCursor, JSONText) -> Bool) -> Bool {
        guard lexer.take(UInt8(ascii: "{")) else { return false }
        if lexer.take(UInt8(ascii: "}")) { return true }
        repeat {
            _ = lexer.peek()
            guard let name = lexer.unescapedString(), lexer.take(UInt8(ascii: ":")) else {
                return false
            }
            _ = lexer.peek()
            guard member(&self, name) else { return false }
        } while lexer.take(UInt8(ascii: ","))
        return lexer.take(UInt8(ascii: "}"))
    }

    /// Reads the elements of an array.
    ///
    /// - Parameter element: reads an element; false where it cannot.
    @inline(__always)
    mutating func array(_ element: (inout FastCursor) -> Bool) -> Bool {
        guard lexer.take(UInt8(ascii: "[")) else { return false }
        if lexer.take(UInt8(ascii: "]")) { return true }
        repeat {
            _ = lexer.peek()
            guard element(&self) else { return false }
        } while lexer.take(UInt8(ascii: ","))
        return lexer.take(UInt8(ascii: "]"))
    }

    /// Whether the characters are those of an ASCII text.
    @inline(__always)
    func isEqual(_ text: JSONText, _ other: StaticString) -> Bool { lexer.isEqual(text, other) }

    /// Reads the characters of a string, which are not known to be UTF-8 unless they are ASCII.
    mutating func text() -> JSONText? { lexer.unescapedString() }

    /// Reads a string.
    mutating func string() -> String? {
        guard let text = lexer.unescapedString() else { return nil }
        return lexer.validString(of: text)
    }

    /// The characters as a string; nil where they are not UTF-8.
    func string(of text: JSONText) -> String? { lexer.validString(of: text) }

    /// Reads a string that is an id.
    mutating func identifier() -> String? {
        guard let text = lexer.unescapedString(), text.isASCII,
            Identifier.isValid(lexer.bytes[text.range])
        else { return nil }
        return lexer.validString(of: text)
    }

    /// Reads an integer.
    mutating func integer() -> Int? {
        switch lexer.peek() {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            guard case .integer(let number)? = try? lexer.number() else { return nil }
            return number
        default: return nil
        }
    }

    /// Reads a string, an integer or a truth value, and returns its canonical text.
    mutating func canonicalText() -> String? {
        let start = lexer.position
        var isASCII = true
        switch lexer.peek() {
        case UInt8(ascii: "\""):
            guard let text = lexer.unescapedString() else { return nil }
            isASCII = text.isASCII
        case UInt8(ascii: "t"):
            guard lexer.takeLiteral("true") else { return nil }
        case UInt8(ascii: "f"):
            guard lexer.takeLiteral("false") else { return nil }
        default:
            guard integer() != nil else { return nil }
        }
        return lexer.validString(of: JSONText(range: start..<lexer.position, isASCII: isASCII))
    }

    /// Reads `null`; false where another value comes next.
    mutating func null() -> Bool {
        lexer.peek() == UInt8(ascii: "n") && lexer.takeLiteral("null")
    }
}
