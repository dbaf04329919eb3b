import TextBytes

/// One token of a JavaScript module; white space and comments are none.
struct JavaScriptToken: Equatable {
    /// What it is, as far as a bundler needs to know.
    enum Kind: Equatable {
        /// A name, a keyword, or a number.
        case word
        /// One character of punctuation: `=>` are two tokens.
        case mark
        case string
        /// A template literal, or a part of one: up to `${`, between `}` and `${`, or from `}` on.
        case template
        case regex
    }

    let kind: Kind
    /// Where it stands in the source.
    let range: Range<Int>
    /// Counted from 1.
    let line: Int
    /// How many brackets are open around it; those of a pair count outside.
    let depth: Int
    /// Whether it is within the body of a function.
    let isInFunction: Bool
}

// Canonical equivalence: tests alone compare them.
/// Why a module is not bundled.
struct BundleRefusal: Error, Equatable, CustomStringConvertible {
    /// The path in the site.
    let file: String
    /// Counted from 1.
    let line: Int
    let reason: String

    var description: String { "\(file):\(line): \(reason)" }
}

/// Splits a JavaScript module into tokens.
///
/// It knows exactly where strings, templates, regular expressions and comments end, or refuses the module:
/// where only a whole parser could tell a division from a regular expression.
struct JavaScriptLexer {
    private let source: [UInt8]
    private let file: String
    private var position = 0
    private var line = 1
    private var tokens: [JavaScriptToken] = []
    private var open: [Bracket] = []
    /// The depths at which arrow functions without braces have begun and not ended.
    private var arrows: [Int] = []
    /// Whether the last `)` closed the condition of a statement.
    private var closedCondition = false

    private struct Bracket {
        let byte: UInt8
        /// Whether it begins the body of a function.
        var isFunctionBody = false
        /// Whether a regular expression may follow when it is closed: the `)` of `if (…)`.
        var isCondition = false
        /// Whether it is the `${` of a template.
        var isTemplate = false
    }

    /// The tokens of `source`, which is valid UTF-8.
    ///
    /// - Parameter file: The name for refusals.
    static func tokens(
        of source: [UInt8], file: String
    ) throws(BundleRefusal) -> [JavaScriptToken] {
        var lexer = JavaScriptLexer(source: source, file: file)
        try lexer.checkLineEnds()
        while try lexer.readNext() {}
        return lexer.tokens
    }

    private init(source: [UInt8], file: String) {
        self.source = source
        self.file = file
    }

    private func refusal(_ reason: String) -> BundleRefusal {
        BundleRefusal(file: file, line: line, reason: reason)
    }

    /// Refuses the line ends that no editor writes: lines are counted, and comments end, at line feeds.
    private mutating func checkLineEnds() throws(BundleRefusal) {
        for index in source.indices {
            let next = index + 1 < source.count ? source[index + 1] : 0
            switch source[index] {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: "\r") where next != UInt8(ascii: "\n"):
                throw refusal("a carriage return stands alone")
            case 0xE2
            where next == 0x80 && source[index...].dropFirst(2).first.map { $0 & ~1 } == 0xA8:
                throw refusal("write U+2028 and U+2029 as escapes")
            default: continue
            }
        }
        line = 1
    }

    private func byte(_ ahead: Int = 0) -> UInt8? {
        position + ahead < source.count ? source[position + ahead] : nil
    }

    private mutating func append(_ kind: JavaScriptToken.Kind, from start: Int, line: Int) {
        tokens.append(
            JavaScriptToken(
                kind: kind, range: start..<position, line: line, depth: open.count,
                isInFunction: !arrows.isEmpty || open.contains { $0.isFunctionBody }))
    }

    /// Whether token number `index` from the end is `text`.
    private func isLast(_ text: String, _ index: Int = 0) -> Bool {
        guard index < tokens.count else { return false }
        return source[tokens[tokens.count - 1 - index].range].elementsEqual(text.utf8)
    }

    // MARK: Tokens

    /// Reads one token; false at the end.
    private mutating func readNext() throws(BundleRefusal) -> Bool {
        try skipBlanks()
        guard let byte = byte() else {
            guard open.isEmpty else { throw refusal("a bracket is not closed") }
            return false
        }
        let (start, line) = (position, self.line)
        let isRegex = byte == UInt8(ascii: "/") ? try mayBeginRegex() : false
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            try skipString(to: byte)
            append(.string, from: start, line: line)
        case UInt8(ascii: "`"):
            position += 1
            try readTemplate(from: start, line)
        case UInt8(ascii: "}") where open.last?.isTemplate == true:
            open.removeLast()
            endArrows(from: open.count + 1)
            position += 1
            try readTemplate(from: start, line)
        case _ where isRegex:
            try skipRegex()
            append(.regex, from: start, line: line)
        case _ where Self.isOfWord(byte):
            while let byte = self.byte(), Self.isOfWord(byte) { position += 1 }
            append(.word, from: start, line: line)
        default: try readMark(byte)
        }
        return true
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
            UInt8(ascii: "\\"), 0x80...:
            true
        default: false
        }
    }

    private mutating func skipBlanks() throws(BundleRefusal) {
        while let byte = byte() {
            switch byte {
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "/"):
                while let byte = self.byte(), byte != UInt8(ascii: "\n") { position += 1 }
            case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "*"):
                try skipLongComment()
            default: return
            }
        }
    }

    private mutating func skipLongComment() throws(BundleRefusal) {
        position += 2
        while let byte = byte() {
            if byte == UInt8(ascii: "*"), self.byte(1) == UInt8(ascii: "/") {
                position += 2
                return
            }
            if byte == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
        throw refusal("a comment is not closed")
    }

    private mutating func skipString(to quote: UInt8) throws(BundleRefusal) {
        position += 1
        while let byte = byte(), byte != UInt8(ascii: "\n") {
            position += 1
            if byte == quote { return }
            guard byte == UInt8(ascii: "\\") else { continue }
            if self.byte() == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
        throw refusal("a string is not closed")
    }

    /// Reads a template, or a further part of one, up to its end or to the next `${`.
    private mutating func readTemplate(from start: Int, _ firstLine: Int) throws(BundleRefusal) {
        while let byte = byte() {
            switch byte {
            case UInt8(ascii: "`"):
                position += 1
                return append(.template, from: start, line: firstLine)
            case UInt8(ascii: "$") where self.byte(1) == UInt8(ascii: "{"):
                position += 2
                append(.template, from: start, line: firstLine)
                open.append(Bracket(byte: UInt8(ascii: "{"), isTemplate: true))
                return
            case UInt8(ascii: "\\"):
                if self.byte(1) == UInt8(ascii: "\n") { line += 1 }
                position += 2
            default:
                if byte == UInt8(ascii: "\n") { line += 1 }
                position += 1
            }
        }
        throw refusal("a template is not closed")
    }

    // MARK: Regular expressions

    /// The keywords after which an expression begins.
    private static let beforeExpression: Set<TextKey> = [
        "return", "typeof", "instanceof", "in", "new", "delete", "void", "throw", "case",
        "do", "else", "yield", "await", "default",
    ]

    /// Whether the `/` here begins a regular expression, and is no division.
    private func mayBeginRegex() throws(BundleRefusal) -> Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .string, .regex: return false
        case .template: return source[last.range.upperBound - 1] == UInt8(ascii: "{")
        case .word:
            let text = TextKey(String(decoding: source[last.range], as: UTF8.self))
            guard text != "of" else { throw ambiguous }
            return Self.beforeExpression.contains(text) && !isLast(".", 1)
        case .mark:
            switch source[last.range.lowerBound] {
            case UInt8(ascii: "]"): return false
            case UInt8(ascii: ")"): return closedCondition
            case UInt8(ascii: "}"): throw ambiguous
            case UInt8(ascii: "+") where isLast("+", 1), UInt8(ascii: "-") where isLast("-", 1):
                throw ambiguous
            default: return true
            }
        }
    }

    private var ambiguous: BundleRefusal {
        refusal("a / behind }, ++, -- or of is a division or a regular expression")
    }

    private mutating func skipRegex() throws(BundleRefusal) {
        var isInClass = false
        position += 1
        while let byte = byte(), byte != UInt8(ascii: "\n") {
            position += 1
            switch byte {
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass:
                while let flag = self.byte(), Self.isOfWord(flag) { position += 1 }
                return
            default: continue
            }
        }
        throw refusal("a regular expression is not closed")
    }

    // MARK: Brackets

    /// The keywords whose parentheses are followed by a statement.
    private static let conditions: Set<TextKey> = [
        "if", "while", "for", "with", "switch", "catch",
    ]

    private mutating func readMark(_ byte: UInt8) throws(BundleRefusal) {
        let (start, line) = (position, self.line)
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
            let bracket = Bracket(
                byte: byte, isFunctionBody: byte == UInt8(ascii: "{") && isFunctionBody,
                isCondition: byte == UInt8(ascii: "(") && isCondition)
            if bracket.isFunctionBody, isLast(">") { arrows.removeLast() }
            position += 1
            append(.mark, from: start, line: line)
            open.append(bracket)
            return
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            let opening = byte == UInt8(ascii: ")") ? byte - 1 : byte - 2
            guard let bracket = open.popLast(), bracket.byte == opening else {
                throw refusal("a bracket is closed that is not open")
            }
            endArrows(from: open.count + 1)
            if byte == UInt8(ascii: ")") { closedCondition = bracket.isCondition }
        case UInt8(ascii: ";"), UInt8(ascii: ","): endArrows(from: open.count)
        case UInt8(ascii: "#"), UInt8(ascii: "!")...UInt8(ascii: "~"): break
        default: throw refusal("the character is not known here")
        }
        position += 1
        append(.mark, from: start, line: line)
        if byte == UInt8(ascii: ">"), isLast("=", 1), isAdjacent { arrows.append(open.count) }
    }

    /// Ends the arrow functions without braces that have begun at `depth` or deeper.
    private mutating func endArrows(from depth: Int) {
        while let last = arrows.last, last >= depth { arrows.removeLast() }
    }

    /// Whether the last two tokens stand side by side.
    private var isAdjacent: Bool {
        tokens.count > 1
            && tokens[tokens.count - 2].range.upperBound
                == tokens[tokens.count - 1].range.lowerBound
    }

    /// Whether a `{` here begins the body of a function: after `=>`, or after parameters.
    private var isFunctionBody: Bool {
        if isLast(")") { return !closedCondition }
        return isLast(">") && isLast("=", 1) && isAdjacent
    }

    /// Whether a `(` here begins the condition of a statement.
    private var isCondition: Bool {
        guard let last = tokens.last, last.kind == .word else { return false }
        let text = TextKey(String(decoding: source[last.range], as: UTF8.self))
        if text == "await" { return isLast("for", 1) }
        return Self.conditions.contains(text) && !isLast(".", 1)
    }
}
