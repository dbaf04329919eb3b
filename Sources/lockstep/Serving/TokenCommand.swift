import ArgumentParser
import Authentication
import Foundation
import ListServer

/// `lockstep token`: makes a token for trying.
struct Token: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a token that tells a server who someone is and what they may do.",
        discussion: """
            The token is printed on standard output. Whoever holds it is that user until it ends, \
            so it is a password: keep it out of logs and shell histories.

              lockstep key tokens.key
              lockstep token --key tokens.key --sub ana --name Ana --list '*=viewer' \\
                --list 'team-*=editor' --for 8h
              lockstep serve --auth-mode jwt --auth-keys tokens.key
            """)

    @Option(
        help: ArgumentHelp(
            "What to sign with: a secret, a private PEM key or a JWK set.", valueName: "FILE"))
    var key: String

    @Option(help: ArgumentHelp("Who it is; no two people share one.", valueName: "USER"))
    var sub: String

    @Option(help: "The name that others see (default: what the client gives).")
    var name: String?

    @Option(
        help: ArgumentHelp(
            """
            Which lists, and the role on them: viewer, editor or owner. LISTS is a list's name, \
            team-* or *; the most exact one that fits a list counts. May be given again.
            """, valueName: "LISTS=ROLE"))
    var list: [String] = []

    @Option(name: .customLong("for"), help: "How long it is good: 90s, 30m, 8h or 7d.")
    var life: LifeTime = LifeTime(seconds: 8 * 3600)

    @Option(help: "Whom it is for, where the server asks (auth.audience).")
    var audience: String?

    func run() async throws {
        let claims = TokenClaims(
            user: sub, name: name, expires: WallClock.system.now() + life.seconds * 1000,
            lists: try lists())
        do {
            try claims.check()
            _ = try Grants(claims)
        } catch {
            throw ValidationError("such a token would be refused: \(error)")
        }
        do {
            let signer = try await TokenSigner(keyFile: key)
            try Output.write(line: try await signer.sign(claims, audience: audience))
        } catch let error as KeyFileError {
            throw ValidationError("\(error)")
        }
    }

    private func lists() throws -> [String: String] {
        guard !list.isEmpty else {
            throw ValidationError("give at least one --list, such as --list '*=viewer'")
        }
        var lists: [String: String] = [:]
        for entry in list {
            let sides = entry.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2 else {
                throw ValidationError("--list takes LISTS=ROLE, such as 'team-*=editor'")
            }
            guard lists.updateValue(String(sides[1]), forKey: String(sides[0])) == nil else {
                throw ValidationError("--list names \(sides[0]) twice")
            }
        }
        return lists
    }
}
