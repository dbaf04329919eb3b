import Crypto
package import ListEditing

/// Public names of clients, which everyone may see and nobody can take without the key.
package enum ClientName {
    /// The first 24 hex digits of SHA-256 over user, line feed, key.
    ///
    /// - Parameters:
    ///   - user: who the client is signed in as; empty without authentication.
    ///   - key: what the client made up and keeps to itself.
    package static func make(user: String, key: String) -> ClientID {
        var hash = SHA256()
        hash.update(data: Array("\(user)\n\(key)".utf8))
        let digits = hash.finalize().prefix(12).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        return ClientID(digits.joined())
    }
}
