internal import CJSON

/// Reads JSON texts: json-c builds the value, after our own scan has seen the text.
package enum JSONReader {
    /// Containers that may stand inside one another in what clients send.
    package static let clientDepth = 32
    /// The same for what this software wrote: the journal puts more containers around the values
    /// of fields than clients do.
    package static let ownDepth = 64

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

    /// Reads a text that must be JSON; what is outside the limits is told beside the value.
    ///
    /// Complexity: O(n) in the bytes, and no recursion deeper than `maximumDepth`.
    /// - Throws: `JSONError` of the kind `notJSON`.
    package static func parse(
        _ bytes: [UInt8], maximumDepth: Int = clientDepth
    ) throws(JSONError) -> JSONDocument {
        var scanner = JSONScanner(maximumDepth: maximumDepth)
        try scanner.scan(bytes.span)
        let depth = min(scanner.depth, maximumDepth)
        let text = scanner.depth > depth ? JSONPruning.prune(bytes, toDepth: depth) : bytes
        // A parser that is made for no more depth than there is costs least.
        guard let tree = JSONTree(text, depth: depth, isStrict: scanner.problem == nil)
        else { throw JSONError(.notJSON, "unreadable", at: 0) }
        var reader = JSONTreeReader(lostNumbers: scanner.lostNumbers)
        let value = unsafe reader.value(of: tree.root)
        if reader.memberCount == scanner.memberCount && reader.numberCount == scanner.numberCount {
            return JSONDocument(value: value, problem: scanner.problem)
        }
        // Something is not in the tree, so that numbers cannot be told by counting any more.
        var plainReader = JSONTreeReader(lostNumbers: [])
        return JSONDocument(
            value: unsafe plainReader.value(of: tree.root),
            problem: scanner.problem ?? DuplicateName.find(in: bytes))
    }
}
