internal import CJSON

/// Reads JSON texts: json-c builds the value, after our own scan has seen the text.
///
/// A text with many values is left to `JSONValueBuilder`, which takes less time and room.
package enum JSONReader {
    /// Containers that may stand inside one another in what clients send.
    package static let clientDepth = 32
    /// The same for what this software wrote: the journal puts more containers around the values
    /// of fields than clients do.
    package static let ownDepth = 64
    /// The most values of a text that json-c is given.
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

    /// Reads a text that must be JSON; what is outside the limits is told beside the value.
    ///
    /// Complexity: O(n) in the bytes, and no recursion deeper than `maximumDepth`. Beside the bytes
    /// it takes what the value takes, and 1 MB at most.
    /// - Parameter treeValues: the most values that json-c is given; more are built by ourselves.
    /// - Throws: `JSONError` of the kind `notJSON`.
    package static func parse(
        _ bytes: [UInt8], maximumDepth: Int = clientDepth, treeValues: Int = treeValues
    ) throws(JSONError) -> JSONDocument {
        var scanner = JSONScanner(maximumDepth: maximumDepth)
        try scanner.scan(bytes.span)
        if scanner.valueCount <= treeValues, scanner.depth <= maximumDepth {
            // A parser that is made for no more depth than there is costs least.
            guard let tree = JSONTree(bytes, depth: scanner.depth, isStrict: scanner.problem == nil)
            else { throw JSONError(.notJSON, "unreadable", at: 0) }
            var reader = JSONTreeReader(bytes, lostNumbers: scanner.lostNumbers)
            let value = unsafe reader.value(of: tree.root)
            // Of several members of one name json-c keeps the last without a word.
            if reader.memberCount == scanner.memberCount {
                return JSONDocument(value: value, problem: scanner.problem)
            }
        }
        var builder = JSONValueBuilder(bytes, maximumDepth: maximumDepth)
        let value = builder.value()
        return JSONDocument(value: value, problem: scanner.problem ?? builder.duplicate)
    }
}
