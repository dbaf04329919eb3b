/// Reads JSON texts: RFC 8259, within the limits of the protocol.
///
/// `JSONScanner` checks a text first. json-c then builds the value of a short text;
/// `JSONValueBuilder` builds that of a text with many values, which takes less time and memory.
///
/// `JSONLexer` reads the tokens. json-c's types do not leave `JSONTree.swift`.
package enum JSONReader {
    /// The deepest nesting of containers in what clients send.
    package static let clientDepth = 32
    /// The deepest nesting in what this software wrote: records and snapshots put more containers
    /// around the values of fields than edits do.
    package static let ownDepth = 64
    /// The most values of a text that json-c builds.
    package static let treeValues = 1_000

    /// Reads a text that must be within all limits.
    ///
    /// Complexity: O(n) in the bytes.
    /// - Throws: `JSONError` for the first thing that is not JSON or outside the limits.
    package static func read(
        _ bytes: [UInt8], maximumDepth: Int = clientDepth
    ) throws(JSONError) -> JSONValue {
        let document = try parse(bytes, maximumDepth: maximumDepth)
        if let problem = document.problem { throw problem }
        return document.value
    }

    /// Reads a text that must be JSON, and returns what in it is outside the limits.
    ///
    /// Complexity: O(n) in the bytes, with a recursion of at most `maximumDepth`. It takes the memory
    /// of the value, and at most 1 MB more.
    /// - Parameter treeValues: the most values that json-c builds.
    /// - Throws: `JSONError` of the kind `notJSON`.
    package static func parse(
        _ bytes: [UInt8], maximumDepth: Int = clientDepth, treeValues: Int = treeValues
    ) throws(JSONError) -> JSONDocument {
        var scanner = JSONScanner(bytes, maximumDepth: maximumDepth)
        try scanner.scan()
        // json-c 0.16 makes U+FFFD of escaped pairs for U+1DC00 to U+1DFFF, and of others with such an end.
        if scanner.valueCount <= treeValues, scanner.depth <= maximumDepth,
            !bytes.contains(UInt8(ascii: "\\"))
        {
            // json-c allocates for each level that it is created for.
            guard let tree = JSONTree(bytes, depth: scanner.depth, isStrict: scanner.problem == nil)
            else { throw JSONError(.notJSON, "unreadable", at: 0) }
            var reader = JSONTreeReader(bytes, lostNumbers: scanner.lostNumbers)
            let value = unsafe reader.value(of: tree.root)
            // Of duplicate names, json-c silently keeps the last.
            if reader.memberCount == scanner.memberCount {
                return JSONDocument(value: value, problem: scanner.problem)
            }
        }
        var builder = JSONValueBuilder(bytes, maximumDepth: maximumDepth)
        let value = try builder.value()
        return JSONDocument(value: value, problem: scanner.problem ?? builder.duplicate)
    }
}

/// The value of a JSON text, and what in the text is outside the limits of the protocol.
package struct JSONDocument: Sendable {
    /// The value.
    ///
    /// With a `problem` it has the last value of a duplicate name, U+FFFD for a lone surrogate, and
    /// `null` for what is nested too deep.
    package let value: JSONValue
    /// The first thing outside the limits; nil where there is none.
    package let problem: JSONError?
}

// Canonical equivalence: the reasons are texts of this program.
/// Why a text was refused.
package struct JSONError: Error, Sendable, Hashable {
    /// Which rules the text breaks.
    package enum Kind: Sendable, Hashable {
        /// The text is not JSON by RFC 8259.
        case notJSON
        /// The text is JSON with something that the protocol excludes: duplicate names, numbers
        /// that are not finite or not exact, lone surrogates, NUL characters, deep nesting.
        case outsideLimits
    }

    package let kind: Kind
    /// What is wrong.
    package let reason: String
    /// The offset of the error, in bytes from the start of the text.
    package let offset: Int

    package init(_ kind: Kind, _ reason: String, at offset: Int) {
        self.kind = kind
        self.reason = reason
        self.offset = offset
    }

    /// The reason and the offset, for an answer.
    package var message: String { "\(reason) at byte \(offset)" }
}
