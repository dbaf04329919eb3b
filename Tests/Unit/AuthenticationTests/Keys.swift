import Foundation
import Logging
import TextBytes

@testable import Authentication

/// A key file of a test's own, and tokens made with it.
struct Keys {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
        "keys-\(UUID().uuidString)"
    ).path

    /// Some moment, in Unix milliseconds.
    static let now = 1_800_000_000_000

    init(_ text: String) throws {
        try write(text)
    }

    /// Replaces the file, as a tool that rotates keys does.
    func write(_ text: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    func verifier(
        audience: String? = nil,
        log: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) async throws -> TokenVerifier {
        try TokenVerifier(keyFile: path, audience: audience, log: log)
    }

    /// A token of `user` that ends an hour from `now`.
    func token(
        user: String = "ana", expires: Int = now + 3_600_000, audience: String? = nil
    ) async throws -> String {
        try TokenSigner(keyFile: path).sign(
            TokenClaims(user: user, name: "Ana", expires: expires, lists: ["*": "editor"]),
            audience: audience)
    }
}
