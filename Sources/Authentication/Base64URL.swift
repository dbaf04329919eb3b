import Foundation

/// Base64 for URLs, without padding (RFC 4648, section 5).
enum Base64URL {
    /// Nil where `text` is none.
    static func decode(_ text: String) -> [UInt8]? {
        var text = text.replacing("-", with: "+").replacing("_", with: "/")
        while text.utf8.count % 4 != 0 { text.append("=") }
        return Data(base64Encoded: text).map { [UInt8]($0) }
    }

    static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}
