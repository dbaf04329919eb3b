/// Takes an array of messages apart.
enum ArraySplit {
    /// The elements of a JSON array of objects, each as its bytes.
    ///
    /// - Complexity: O(n), and every element is copied: servers seldom send arrays.
    static func elements(of bytes: borrowing Span<UInt8>) -> [[UInt8]] {
        var elements: [[UInt8]] = []
        var element: [UInt8] = []
        var depth = 0
        var isQuoted = false
        var isEscaped = false
        for index in bytes.indices {
            let byte = bytes[index]
            if isQuoted {
                isQuoted = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            } else if byte == UInt8(ascii: "\"") {
                isQuoted = true
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                depth += 1
            } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                depth -= 1
            }
            if depth >= 2 || !element.isEmpty { element.append(byte) }
            if depth == 1, !element.isEmpty {
                elements.append(element)
                element = []
            }
        }
        return elements
    }
}
