/// A place in a text, for people: line and column from 1.
///
/// A column counts Unicode scalars. Lines end with LF, CR LF or CR.
struct TextPlace: Hashable {
    var line = 1
    var column = 1

    /// The place of the byte at an offset of a text in UTF-8.
    ///
    /// - Complexity: O(n) in the bytes before it.
    init(of offset: Int, in text: some Sequence<UInt8>) {
        var isBehindReturn = false
        for byte in text.prefix(max(0, offset)) {
            switch byte {
            case UInt8(ascii: "\n") where isBehindReturn: break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (line, column) = (line + 1, 1)
            // Bytes after the first of a scalar.
            case 0x80...0xBF: break
            default: column += 1
            }
            isBehindReturn = byte == UInt8(ascii: "\r")
        }
    }
}

extension ListFileError {
    /// - Parameter offset: Where in `text` the error is, in bytes from its start.
    init(at offset: Int, in text: some Sequence<UInt8>, _ reason: String) {
        let place = TextPlace(of: offset, in: text)
        self.init(line: place.line, column: place.column, reason)
    }
}
