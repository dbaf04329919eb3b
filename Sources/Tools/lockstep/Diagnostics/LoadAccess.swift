import ArgumentParser
import Authentication
import Foundation
import LoadGenerator
import TextBytes
import WebSocketTransport

/// How simulated clients reach a server: its addresses, TLS, tokens, and the lists that they use.
struct LoadAccess: ParsableArguments {
    @OptionGroup var address: ServerAddress

    @Option(
        name: .customLong("tokens"),
        help: ArgumentHelp(
            "A file with a token in each line; the clients share them out.", valueName: "FILE"))
    var tokensFile: String?

    @Option(
        help: ArgumentHelp(
            "Sign a token for each client with this key, as lockstep token does.",
            valueName: "FILE"))
    var key: String?

    @Option(help: "The audience of signed tokens, where the server requires one.")
    var audience: String?

    @Option(
        name: .customLong("ca"),
        help: ArgumentHelp(
            "Trust the certificate authorities of this PEM file instead of the system's.",
            valueName: "FILE"))
    var authorities: String?

    @Flag(help: "Do not check the certificate of the server.")
    var insecure = false

    @Option(
        help: ArgumentHelp(
            "The name of a list to use; may be repeated (default: names are made up).",
            valueName: "NAME"))
    var list: [String] = []

    @Option(
        help: ArgumentHelp(
            "What the names of lists begin with that are made up.", valueName: "TEXT"))
    var prefix = "load-"

    func validate() throws {
        if tokensFile != nil, key != nil {
            throw ValidationError("--tokens and --key exclude each other")
        }
        if audience != nil, key == nil { throw ValidationError("--audience needs --key") }
        if insecure, authorities != nil {
            throw ValidationError("--insecure trusts every certificate: omit --ca")
        }
        try Self.check(prefix: prefix)
        guard Set(list).count == list.count else {
            throw ValidationError("--list names a list twice")
        }
    }

    /// Checks the beginning of the names of lists.
    ///
    /// - Throws: `ValidationError`.
    static func check(prefix: String) throws {
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~-")
        guard prefix.count <= 40, prefix.allSatisfy({ allowed.contains($0) }) else {
            throw ValidationError("--prefix is at most 40 of A-Z a-z 0-9 . _ ~ -")
        }
    }

    /// The tokens of a run.
    struct Tokens {
        /// That of requests: creates, reads and deletes lists.
        var manager: String?
        /// Those of the clients.
        var clients: [String]
    }

    /// The most tokens that are signed; more clients share them.
    private static let mostTokens = 10_000

    /// Reads or signs the tokens.
    ///
    /// - Parameters:
    ///   - count: The number of clients.
    ///   - patterns: The names of their lists.
    /// - Throws: `ValidationError` that says what to do.
    func makeTokens(_ count: Int, on patterns: [String]) async throws -> Tokens {
        if let key { return try await sign(count, with: key, on: patterns) }
        if let tokensFile {
            let tokens = try Self.lines(of: tokensFile)
            return Tokens(manager: address.token ?? tokens.first, clients: tokens)
        }
        return Tokens(manager: address.token, clients: address.token.map { [$0] } ?? [])
    }

    private static func lines(of file: String) throws -> [String] {
        let text: String
        do {
            text = try String(contentsOfFile: file, encoding: .utf8)
        } catch {
            throw ValidationError("\(file) cannot be read: \(error.localizedDescription)")
        }
        let lines = text.split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        guard !lines.isEmpty else { throw ValidationError("\(file) holds no tokens") }
        return lines
    }

    private func sign(
        _ count: Int, with key: String, on patterns: [String]
    ) async throws -> Tokens {
        do {
            let signer = try TokenSigner(keyFile: key)
            let now = Int(Date().timeIntervalSince1970) * 1_000
            func token(_ user: String, _ role: String) throws -> String {
                let claims = TokenClaims(
                    user: user, expires: now + 7 * 86_400_000, issued: now,
                    lists: Dictionary(
                        patterns.map { (TextKey($0), role) }, uniquingKeysWith: { one, _ in one }))
                return try signer.sign(claims, audience: audience)
            }
            var clients: [String] = []
            for number in 0..<min(count, Self.mostTokens) {
                clients.append(try token("load-\(number)", "editor"))
            }
            return Tokens(manager: try token("load", "owner"), clients: clients)
        } catch let error as KeyFileError {
            throw ValidationError("\(error)")
        }
    }

    /// Finds out whether the certificates of `--ca` can be read.
    ///
    /// - Throws: `LoadError`.
    func checkTrust() throws {
        _ = try TLSTrust(authorities: authorities, verifies: !insecure)
    }

    /// The servers with the token of requests.
    ///
    /// - Parameter sources: The addresses to connect from; see `LoadAddress`.
    func servers(_ token: String?, sources: Int) throws -> [LoadAddress] {
        let trust = try TLSTrust(authorities: authorities, verifies: !insecure)
        return try address.urls.map {
            try LoadAddress(url: $0, token: token, trust: trust, sources: sources)
        }
    }

    /// Where `/metrics` are, by their URL.
    func metrics(at url: RemoteURL, _ token: String?) throws -> MetricsPlace {
        let trust = try TLSTrust(authorities: authorities, verifies: !insecure)
        let server = try LoadAddress(url: "\(url.http("/"))", token: token, trust: trust)
        return MetricsPlace(server: server, path: url.target == "/" ? "/metrics" : url.target)
    }
}

/// Where a server's `/metrics` are.
struct MetricsOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where the server's /metrics are (default: at --url, if shown there).",
            valueName: "URL"))
    var metrics: String?

    func validate() throws {
        _ = try server
    }

    /// The URL; nil where none is given.
    var server: RemoteURL? {
        get throws {
            do throws(DialError) {
                return try metrics.map { url throws(DialError) in try RemoteURL(url) }
            } catch {
                throw ValidationError("--metrics: \(error)")
            }
        }
    }
}
