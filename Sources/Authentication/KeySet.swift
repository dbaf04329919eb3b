import Foundation

/// The keys of one file: a secret, PEM blocks, or JSON Web Keys.
struct KeySet: Sendable {
    let keys: [TokenKey]

    /// The number of keys in a file, at most: a token without `kid` is tried with each.
    private static let most = 64
    /// Bytes of a file, at most.
    private static let mostBytes = 1 << 20

    /// Reads a file.
    ///
    /// - Throws: `KeyFileError`, which names the file.
    init(path: String) async throws(KeyFileError) {
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: Self.mostBytes + 1)
        else { throw KeyFileError("cannot be read, or is empty").of(path) }
        do {
            try await self.init([UInt8](data))
        } catch {
            throw error.of(path)
        }
    }

    /// Reads the content of a file.
    init(_ bytes: [UInt8]) async throws(KeyFileError) {
        guard bytes.count <= Self.mostBytes, let text = String(validating: bytes, as: UTF8.self)
        else { throw KeyFileError("is no key file: it is not text, or over 1 MiB") }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if trimmed.hasPrefix("{") {
            keys = try await Self.webKeys(trimmed)
        } else if trimmed.contains("-----BEGIN ") {
            keys = try await Self.pemKeys(trimmed)
        } else {
            keys = [try await TokenKey(secret: Self.secret(trimmed))]
        }
        guard 1...Self.most ~= keys.count else {
            throw KeyFileError(
                keys.isEmpty
                    ? "holds no key for HS256, ES256, RS256 or EdDSA"
                    : "holds \(keys.count) keys; \(Self.most) are allowed")
        }
    }

    private static func webKeys(_ text: String) async throws(KeyFileError) -> [TokenKey] {
        let set: JSONWebKeySet
        do {
            set = try JSONDecoder().decode(JSONWebKeySet.self, from: Data(text.utf8))
        } catch {
            throw KeyFileError("is no set of JSON Web Keys")
        }
        var keys: [TokenKey] = []
        for key in set.keys {
            if let key = try await key.key() { keys.append(key) }
        }
        return keys
    }

    private static func pemKeys(_ text: String) async throws(KeyFileError) -> [TokenKey] {
        var keys: [TokenKey] = []
        for block in text.components(separatedBy: "-----BEGIN ").dropFirst() {
            let block = block.trimmingCharacters(in: .whitespacesAndNewlines)
            keys.append(try await TokenKey(pem: "-----BEGIN " + block))
        }
        return keys
    }

    /// The bytes of a secret: one line of printable characters.
    ///
    /// A public key without its PEM lines is refused: as a secret it would be known to everyone.
    private static func secret(_ text: String) throws(KeyFileError) -> [UInt8] {
        guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw KeyFileError("holds no PEM, no JSON, and no secret of one line without spaces")
        }
        if let der = Data(base64Encoded: text), der.count > 2, der[0] == 0x30,
            Int(der[1]) == der.count - 2
        {
            throw KeyFileError("looks like a key that lacks its -----BEGIN and -----END lines")
        }
        return Array(text.utf8)
    }
}

/// Why a file of keys cannot be used; the message contains no part of the file.
package struct KeyFileError: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// The same error with the file's path.
    func of(_ path: String) -> KeyFileError {
        KeyFileError("the key file \(path) \(description)")
    }
}
