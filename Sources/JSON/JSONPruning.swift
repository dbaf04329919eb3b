/// Cuts a text that is nested too deep down to what a bounded parser can take.
enum JSONPruning {
    /// Puts `null` in the place of every container that is nested too deep.
    ///
    /// Complexity: O(n) in the bytes.
    /// - Parameter text: a text that the scanner has passed.
    static func prune(_ text: [UInt8], toDepth maximumDepth: Int) -> [UInt8] {
        var pruned: [UInt8] = []
        pruned.reserveCapacity(text.count)
        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in text {
            var isKept = depth <= maximumDepth
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    if depth == maximumDepth + 1 {
                        pruned.append(contentsOf: "null".utf8)
                    }
                    isKept = depth <= maximumDepth
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
            }
            if isKept { pruned.append(byte) }
        }
        return pruned
    }
}
