import ArgumentParser
import Foundation
import WebSocketTransport

/// Which server a command talks to, and with which token: the flags that all such commands share.
struct ServerAddress: ParsableArguments {
    /// The environment variable that gives the token where no flag does.
    static let tokenVariable = "LOCKSTEP_TOKEN"

    @Option(
        help: ArgumentHelp(
            "The server: http, https, ws or wss, host and port.", valueName: "URL"))
    var url = "http://127.0.0.1:8080"

    @Option(
        name: .customLong("token"),
        help: ArgumentHelp(
            "The token that tells who you are (default: the variable LOCKSTEP_TOKEN).",
            valueName: "TOKEN"))
    var givenToken: String?

    /// The token; nil where none is given, which servers without authentication accept.
    var token: String? {
        let token = givenToken ?? ProcessInfo.processInfo.environment[Self.tokenVariable]
        return token.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Where its WebSocket is.
    var webSocket: RemoteURL { get throws { try base.webSocket("/ws") } }

    /// Where its HTTP part has `target`, which begins with a slash and is percent-encoded.
    func http(_ target: String) throws -> RemoteURL {
        try base.http(target)
    }

    /// The header fields of an HTTP request that carry the token.
    var headers: [(name: String, value: String)] {
        token.map { [("Authorization", "Bearer \($0)")] } ?? []
    }

    func validate() throws {
        _ = try base
    }

    private var base: RemoteURL {
        get throws {
            do {
                let base = try RemoteURL(url)
                guard ["/", "/ws"].contains(base.target) else {
                    throw ValidationError(
                        "--url names the server alone, without \(base.target) behind it")
                }
                return base
            } catch let error as DialError {
                throw ValidationError("\(error)")
            }
        }
    }
}
