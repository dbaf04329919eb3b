import Foundation
import TextBytes

/// The keys of one file or of a published set: a secret, PEM blocks, or JSON Web Keys.
struct KeySet: Sendable {
    let keys: [TokenKey]
    /// How many keys of a published set are not among them.
    private(set) var leftOut = 0

    /// The number of keys in a file, at most: a token without `kid` is tried with each.
    private static let most = 64
    /// Bytes of a file, at most.
    private static let mostBytes = 1 << 20

    /// Reads a file.
    ///
    /// - Throws: `KeyFileError`, which names the file.
    init(path: String) throws(KeyFileError) {
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: Self.mostBytes + 1)
        else { throw KeyFileError("cannot be read, or is empty").of(path) }
        do {
            try self.init([UInt8](data))
        } catch {
            throw error.of(path)
        }
    }

    /// Reads the content of a file.
    init(_ bytes: [UInt8]) throws(KeyFileError) {
        guard bytes.count <= Self.mostBytes, let text = String(validating: bytes, as: UTF8.self)
        else { throw KeyFileError("is no key file: it is not text, or over 1 MiB") }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if trimmed.begins(with: "{") {
            keys = try Self.webKeys(trimmed)
            // Canonical equivalence: the operator has written the file.
        } else if trimmed.contains("-----BEGIN ") {
            keys = try Self.pemKeys(trimmed)
        } else {
            keys = [try TokenKey(secret: Self.secret(trimmed))]
        }
        guard 1...Self.most ~= keys.count else {
            throw KeyFileError(
                keys.isEmpty
                    ? "holds no key for HS256, ES256, RS256 or EdDSA"
                    : "holds \(keys.count) keys; \(Self.most) are allowed")
        }
    }

    /// Reads a set that is published at a URL.
    ///
    /// Only public keys with a name are taken. A secret or a private key that everyone can read would let
    /// everyone sign, and tokens choose a key of such a set by its name alone. A broken key is left out as
    /// one of an unknown type is (RFC 7517, section 5): its owner must not take all others away.
    init(published bytes: [UInt8]) throws(KeyFileError) {
        guard bytes.count <= Self.mostBytes else { throw KeyFileError("has over 1 MiB") }
        let set = try JSONWebKey.set(bytes)
        guard set.count <= Self.most else {
            throw KeyFileError("holds \(set.count) keys; \(Self.most) are allowed")
        }
        var keys: [TokenKey] = []
        for case let key? in set
        where !key.kty.isSame(as: "oct") && key.d == nil && key.kid.map(Self.isName) ?? false {
            if let key = try? key.key() { keys.append(key) }
        }
        guard !keys.isEmpty else {
            throw KeyFileError("holds no public key with a kid for ES256, RS256 or EdDSA")
        }
        self.keys = keys
        leftOut = set.count - keys.count
    }

    private static func isName(_ text: String) -> Bool {
        1...256 ~= text.utf8.count && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    private static func webKeys(_ text: String) throws(KeyFileError) -> [TokenKey] {
        var keys: [TokenKey] = []
        for key in try JSONWebKey.set(Array(text.utf8)) {
            guard let key else { throw KeyFileError("is no set of JSON Web Keys") }
            if let key = try key.key() { keys.append(key) }
        }
        return keys
    }

    private static func pemKeys(_ text: String) throws(KeyFileError) -> [TokenKey] {
        var keys: [TokenKey] = []
        for block in text.components(separatedBy: "-----BEGIN ").dropFirst() {
            let block = block.trimmingCharacters(in: .whitespacesAndNewlines)
            keys.append(try TokenKey(pem: "-----BEGIN " + block))
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
