import Foundation

/// The revoked tokens, from a file that is read again upon request.
///
/// Where a new file is broken or missing, what was read last stays in force. Any thread may ask.
package final class RevocationList: Sendable {
    private let path: String
    private let lock = NSLock()
    nonisolated(unsafe) private var revoked: RevokedTokens

    /// Reads the file.
    ///
    /// - Throws: `KeyFileError`, which names the file.
    package init(path: String) throws(KeyFileError) {
        self.path = path
        unsafe revoked = try Self.read(path)
    }

    /// Reads the file again.
    ///
    /// - Throws: `KeyFileError`, which names the file; nothing has changed then.
    package func reload() throws(KeyFileError) {
        let read = try Self.read(path)
        lock.withLock { unsafe revoked = read }
    }

    /// Whether a token is revoked.
    package func contains(_ token: TokenIdentity) -> Bool {
        lock.withLock { unsafe revoked }.contains(token)
    }

    private static func read(_ path: String) throws(KeyFileError) -> RevokedTokens {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw KeyFileError("the file of revoked tokens \(path) cannot be read")
        }
        do {
            return try RevokedTokens([UInt8](data))
        } catch {
            throw KeyFileError("the file of revoked tokens \(path) \(error)")
        }
    }
}

/// What a file of revoked tokens says: tokens by their ids, and users from whom tokens are taken.
struct RevokedTokens: Hashable, Sendable {
    private var ids: Set<String> = []
    /// The time before which a user's tokens are revoked, in Unix milliseconds; `Int.max`: all of them.
    private var users: [String: Int] = [:]

    /// Bytes of a file, at most.
    private static let mostBytes = 16 << 20
    /// The latest time that is accepted, in Unix seconds: the year 10000.
    private static let latest = 253_402_300_800

    /// Reads the lines of a file: `sub NAME`, `sub NAME before UNIXTIME`, `jti ID`.
    ///
    /// Lines that are blank or begin with `#` mean nothing. Of several lines about a user, the one that
    /// revokes most counts.
    /// - Throws: `KeyFileError`, which names the first wrong line.
    init(_ bytes: [UInt8]) throws(KeyFileError) {
        guard bytes.count <= Self.mostBytes, let text = String(validating: bytes, as: UTF8.self)
        else { throw KeyFileError("is not text, or over 16 MiB") }
        var number = 0
        for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            let line = String(line).trimmingCharacters(in: .whitespacesAndNewlines)
            if line.isEmpty || line.hasPrefix("#") { continue }
            guard add(line) else {
                throw KeyFileError(
                    "says in line \(number) neither sub NAME, sub NAME before UNIXTIME nor jti ID")
            }
        }
    }

    /// Adds what a line says; false where it says nothing that is understood.
    private mutating func add(_ line: String) -> Bool {
        guard let blank = line.firstIndex(of: " ") else { return false }
        let value = line[blank...].trimmingCharacters(in: .whitespaces)
        switch line[..<blank] {
        case "jti":
            ids.insert(value)
        case "sub":
            let words = value.split(separator: " ")
            guard words.count > 2, words[words.count - 2] == "before" else {
                guard words.last != "before" else { return false }
                users[value] = .max
                return true
            }
            guard let time = Int(words[words.count - 1]), 0...Self.latest ~= time,
                let end = value.range(of: " before ", options: .backwards)
            else { return false }
            let user = value[..<end.lowerBound].trimmingCharacters(in: .whitespaces)
            users[user] = max(users[user] ?? 0, time * 1000)
        default: return false
        }
        return true
    }

    /// Whether a token is revoked by its id, by its user, or as issued before the time of its user's line.
    ///
    /// One that does not say when it was issued is revoked by every line about its user.
    func contains(_ token: TokenIdentity) -> Bool {
        if let id = token.id, ids.contains(id) { return true }
        guard let end = users[token.user] else { return false }
        return token.issued.map { $0 < end } ?? true
    }
}

/// What of a token tells whether it is revoked.
package struct TokenIdentity: Hashable, Sendable {
    /// The user (`sub`).
    package let user: String
    /// When the token was issued (`iat`), in Unix milliseconds; nil where it does not say.
    package let issued: Int?
    /// The id of the token (`jti`); nil where it has none.
    package let id: String?

    package init(user: String, issued: Int? = nil, id: String? = nil) {
        self.user = user
        self.issued = issued
        self.id = id
    }
}
