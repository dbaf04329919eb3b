/// Names that the server makes: rows, sections, epochs, and keys of clients that bring none.
package enum RandomID {
    private static let alphabet = Array("0123456789abcdefghijkmnpqrstuvwxyz")

    /// 64 random bits, letters and digits only.
    package static func make(prefix: String = "") -> String {
        var bits = UInt64.random(in: .min ... .max)
        var text = prefix
        while bits > 0 {
            text.append(alphabet[Int(bits % UInt64(alphabet.count))])
            bits /= UInt64(alphabet.count)
        }
        return text.isEmpty ? make() : text
    }
}
