/// The style sheets of a page as one, in their order, without comments and indentation.
struct StyleBundle {
    /// The text of the bundle.
    private(set) var bytes: [UInt8] = []

    /// Adds the style sheet `source` of the path `file`.
    ///
    /// - Throws: Where it names other files, whose addresses would count from another folder, or begins with
    ///   what may only stand at the beginning.
    mutating func add(_ source: [UInt8], file: String) throws(BundleRefusal) {
        var (position, line) = (0, 1)
        func refusal(_ reason: String) -> BundleRefusal {
            BundleRefusal(file: file, line: line, reason: reason)
        }
        while position < source.count {
            let rest = source[position...]
            switch source[position] {
            case UInt8(ascii: "/") where rest.starts(with: "/*".utf8):
                guard let end = Self.endOfComment(source, from: position + 2) else {
                    throw refusal("a comment is not closed")
                }
                line += source[position..<end].count { $0 == UInt8(ascii: "\n") }
                position = end
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = Self.endOfString(source, from: position) else {
                    throw refusal("a string is not closed")
                }
                bytes += source[position..<end]
                position = end
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
                endLine()
            case UInt8(ascii: " ") where bytes.last ?? UInt8(ascii: "\n") == UInt8(ascii: "\n"):
                position += 1
            case UInt8(ascii: "@") where Self.namesOthers(rest):
                throw refusal("an @ rule that stands at the beginning")
            case UInt8(ascii: "u") where Self.isAddressOfFile(rest):
                throw refusal("the address of a file")
            default:
                bytes.append(source[position])
                position += 1
            }
        }
        endLine()
    }

    private mutating func endLine() {
        while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    }

    private static func namesOthers(_ rest: ArraySlice<UInt8>) -> Bool {
        ["@import", "@charset", "@namespace"].contains { rest.starts(with: $0.utf8) }
    }

    /// Whether `rest` begins with `url(…)`, and not of data or of a part of the page.
    private static func isAddressOfFile(_ rest: ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: "url(".utf8) else { return false }
        let address = rest.dropFirst(4).drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        return !address.starts(with: "data:".utf8) && !address.starts(with: "#".utf8)
    }

    private static func endOfComment(_ source: [UInt8], from start: Int) -> Int? {
        (start..<max(start, source.count)).first { source[$0...].starts(with: "*/".utf8) }.map {
            $0 + 2
        }
    }

    private static func endOfString(_ source: [UInt8], from start: Int) -> Int? {
        var position = start + 1
        while position < source.count {
            if source[position] == source[start] { return position + 1 }
            if source[position] == UInt8(ascii: "\n") { return nil }
            position += source[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }
}
