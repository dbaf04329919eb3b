import ArgumentParser
import Authentication
import Foundation
import ListHosting
import ListServer
import TextBytes

/// `lockstep token`: signs a token for trials.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make a token that names a user and grants roles on lists.",
        discussion: """
            The token is printed on standard output. Whoever holds it can act as that user until \
            it expires. Treat it as a password: keep it out of logs and shell histories.

              lockstep key tokens.key
              lockstep token --key tokens.key --sub ana --name Ana --list '*=viewer' \\
                --list 'team-*=editor' --for 8h
              lockstep serve --auth-mode jwt --auth-keys tokens.key
            """)

    @Option(
        help: ArgumentHelp(
            "The key that signs: a secret, a private PEM key or a JWK set.", valueName: "FILE"))
    var key: String

    @Option(help: ArgumentHelp("The user; unique to one person.", valueName: "USER"))
    var sub: String

    @Option(help: "The name that others see (default: what the client gives).")
    var name: String?

    @Option(
        help: ArgumentHelp(
            """
            Lists, and the role on them: viewer, editor or owner. LISTS is a list's name, \
            team-* or *; the most specific one that matches a list decides. May be repeated.
            """, valueName: "LISTS=ROLE"))
    var list: [String] = []

    @Option(name: .customLong("for"), help: "The lifetime: 90s, 30m, 8h or 7d.")
    var life: TimeSpan = TimeSpan(seconds: 8 * 3600)

    @Option(help: "The audience, where the server requires one (auth.audience).")
    var audience: String?

    func run() async throws {
        let now = WallClock.system.now()
        let claims = TokenClaims(
            user: sub, name: name, expires: now + life.seconds * 1000, issued: now,
            lists: try lists())
        do {
            try claims.check()
            _ = try Grants(claims)
        } catch {
            throw ValidationError("the server would refuse such a token: \(error)")
        }
        do {
            let signer = try TokenSigner(keyFile: key)
            try Output.write(line: TerminalText(try signer.sign(claims, audience: audience)))
        } catch let error as KeyFileError {
            throw ValidationError("\(error)")
        }
    }

    /// The roles by pattern, from `--list`.
    private func lists() throws -> [TextKey: String] {
        guard !list.isEmpty else {
            throw ValidationError("give at least one --list, such as --list '*=viewer'")
        }
        var lists: [TextKey: String] = [:]
        for entry in list {
            let sides = entry.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2 else {
                throw ValidationError("--list takes LISTS=ROLE, such as 'team-*=editor'")
            }
            guard lists.updateValue(String(sides[1]), forKey: TextKey(String(sides[0]))) == nil
            else {
                throw ValidationError("--list names \(sides[0]) twice")
            }
        }
        return lists
    }
}
