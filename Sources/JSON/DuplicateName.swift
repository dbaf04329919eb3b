/// Finds the member that an object has twice, once it is known that there is one.
///
/// json-c keeps the last of several without a word; the count of members tells, and only then is
/// the text looked through for the place.
enum DuplicateName {
    /// The first member whose name its object has already.
    ///
    /// Complexity: O(n) in the bytes.
    /// - Parameter text: a text that the scanner has passed.
    static func find(in text: [UInt8]) -> JSONError {
        var open: [Set<[UInt8]>] = []
        var index = 0
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append([])
            case UInt8(ascii: "}"), UInt8(ascii: "]"): open.removeLast()
            case UInt8(ascii: "\""):
                let end = endOfString(text, from: index)
                if !open.isEmpty, isName(text, endingAt: end) {
                    let name = unescaped(text[index..<end])
                    if !open[open.count - 1].insert(name).inserted {
                        let shown = String(decoding: name.prefix(64), as: UTF8.self)
                        return JSONError(.outsideLimits, "duplicate key '\(shown)'", at: index)
                    }
                }
                index = end
                continue
            default: break
            }
            index += 1
        }
        return JSONError(.outsideLimits, "duplicate key", at: 0)
    }

    private static func endOfString(_ text: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while text[index] != UInt8(ascii: "\"") {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index + 1
    }

    private static func isName(_ text: [UInt8], endingAt end: Int) -> Bool {
        let next = text[end...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return next == UInt8(ascii: ":")
    }

    /// The bytes of a name without its quotes and escapes; as they stand where it has none.
    private static func unescaped(_ quoted: ArraySlice<UInt8>) -> [UInt8] {
        if quoted.contains(UInt8(ascii: "\\")),
            case .string(let name)? = (try? JSONReader.parse(Array(quoted)))?.value
        {
            return Array(name.utf8)
        }
        return Array(quoted.dropFirst().dropLast())
    }
}
