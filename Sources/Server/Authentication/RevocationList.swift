import Foundation
import JSON
import TextBytes

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
struct RevokedTokens: Sendable {
    private var ids: Set<TextKey> = []
    /// The time before which a user's tokens are revoked, in Unix milliseconds; `Int.max`: all of them.
    private var users: [TextKey: Int] = [:]

    /// Bytes of a file, at most.
    private static let mostBytes = 16 << 20
    /// The latest time that is accepted, in Unix seconds: the year 10000.
    private static let latest = 253_402_300_800

    /// Reads the lines of a file: `sub NAME`, `sub NAME before UNIXTIME`, `jti ID`.
    ///
    /// A name or id is as it stands, without spaces around it, or a JSON string, which can be any text:
    /// `sub "bob before 5"`.
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
            if line.isEmpty || line.begins(with: "#") { continue }
            guard add(line) else {
                throw KeyFileError(
                    "says in line \(number) neither sub NAME, sub NAME before UNIXTIME nor jti ID")
            }
        }
    }

    /// Adds what a line says; false where it says nothing that is understood.
    private mutating func add(_ line: String) -> Bool {
        guard let blank = line.utf8.firstIndex(of: UInt8(ascii: " ")) else { return false }
        let value = line[blank...].trimmingCharacters(in: .whitespaces)
        switch TextKey(String(line[..<blank])) {
        case "jti":
            guard value.begins(with: "\"") else {
                ids.insert(TextKey(value))
                return true
            }
            guard let (id, rest) = Self.quoted(value), rest.isEmpty else { return false }
            ids.insert(TextKey(id))
            return true
        case "sub":
            guard let (user, time) = Self.user(value) else { return false }
            users[TextKey(user)] = max(users[TextKey(user)] ?? 0, time)
            return true
        default: return false
        }
    }

    /// A user, and the time before which the user's tokens are revoked; nil where `value` names none.
    private static func user(_ value: String) -> (String, Int)? {
        if value.begins(with: "\"") {
            guard let (name, rest) = quoted(value) else { return nil }
            let words = words(rest)
            if words.isEmpty { return (name, .max) }
            guard words.count == 2, words[0].isSame(as: "before") else { return nil }
            return milliseconds(words[1]).map { (name, $0) }
        }
        let words = words(value)
        guard words.count > 2, words[words.count - 2].isSame(as: "before") else {
            return areSame(words.last, "before") ? nil : (value, .max)
        }
        guard let time = milliseconds(words[words.count - 1]),
            // Canonical equivalence: the operator has written the file.
            let end = value.range(of: " before ", options: .backwards)
        else { return nil }
        return (value[..<end.lowerBound].trimmingCharacters(in: .whitespaces), time)
    }

    /// The JSON string at the beginning of `value`, and what follows it.
    private static func quoted(_ value: String) -> (text: String, rest: String)? {
        let bytes = Array(value.utf8)
        var end = 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard end < bytes.count, let text = try? JSONReader.read(Array(bytes[...end])).string
        else { return nil }
        let rest = bytes[(end + 1)...]
        guard rest.isEmpty || rest.first == UInt8(ascii: " ") else { return nil }
        return (text, String(decoding: rest, as: UTF8.self))
    }

    private static func words(_ text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    }

    /// Unix seconds, as milliseconds; nil where `text` is no time.
    private static func milliseconds(_ text: String) -> Int? {
        guard let time = Int(text), 0...latest ~= time else { return nil }
        return time * 1000
    }

    /// Whether a token is revoked by its id, by its user, or as issued before the time of its user's line.
    ///
    /// One that does not say when it was issued is revoked by every line about its user.
    func contains(_ token: TokenIdentity) -> Bool {
        if let id = token.id, ids.contains(TextKey(id)) { return true }
        guard let end = users[TextKey(token.user)] else { return false }
        return token.issued.map { $0 < end } ?? true
    }
}

/// What of a token tells whether it is revoked.
package struct TokenIdentity: Sendable {
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
