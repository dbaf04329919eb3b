import Hashing
package import ListEditing

/// Public names of clients: every client sees them, and only the key of a client gives its name.
package enum ClientName {
    /// The first 24 hex digits of SHA-256 over user, line feed, key.
    ///
    /// - Parameters:
    ///   - user: the user of the client; empty without authentication.
    ///   - key: the client's secret key.
    package static func make(user: String, key: String) -> ClientID {
        let digits = SHA256.hash(Array("\(user)\n\(key)".utf8)).prefix(12).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        return ClientID(digits.joined())
    }
}
