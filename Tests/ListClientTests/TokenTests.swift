import Foundation
import ListEditing
import ListServer
import Logging
import Synchronization
import Testing

@testable import ListClient

@Suite struct TokenTests {
    /// Gives tokens that live so many seconds, and counts them.
    private final class Issuer: Sendable {
        private let count = Mutex(0)
        let life: Double
        var given: Int { count.withLock { $0 } }

        init(life: Double) { self.life = life }

        func next() -> String {
            let number = count.withLock { count in
                count += 1
                return count
            }
            let claims = #"{"exp":\#(Date().timeIntervalSince1970 + life),"number":\#(number)}"#
            let text = Data(claims.utf8).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            return "head.\(text).tail"
        }
    }

    private struct NoToken: Error {}

    /// Runs `body` with a server that takes what is no word `stale` for a token, for `life` seconds each.
    private static func withServer(
        life: Double, _ body: (String) async throws -> Void
    ) async throws {
        try await LiveServer.withFolder { folder in
            var options = ServerOptions()
            options.port = 0
            options.web = nil
            var hooks = ServerHooks()
            hooks.authenticate = { token in
                guard let token, token != "stale" else { throw NoToken() }
                return Access(user: "ana", lists: ["*": .owner], seconds: life)
            }
            let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let server = try await Server(
                options, store: folder.appending(path: "lists.sqlite").path(), hooks: hooks,
                log: log)
            let result: Result<Void, any Error>
            do {
                result = .success(try await body("http://127.0.0.1:\(server.port)"))
            } catch {
                result = .failure(error)
            }
            await server.stop()
            try result.get()
        }
    }

    @Test(.timeLimit(.minutes(10))) func aSessionGoesOn_underTheNextToken() async throws {
        try await Self.withServer(life: 5) { url in
            let issuer = Issuer(life: 5)
            var options = ClientOptions()
            options.tokens = { issuer.next() }
            let client = try await ListClient.connect(to: url, options)
            let watching = Task { await client.nextState() }
            try await client.create("trip", sections: [.empty])
            let list = try await client.open("trip")
            while issuer.given < 3 {
                guard case .applied = try await list.add("Tea") else {
                    Issue.record("an edit was refused")
                    return
                }
                try await Task.sleep(for: .milliseconds(20))
            }
            await client.stop()
            #expect(await watching.value == .stopped(.asked), "the session was never lost")
        }
    }

    @Test func aRefusedToken_isFollowedByAnother() async throws {
        try await Self.withServer(life: 60) { url in
            let calls = Mutex(0)
            var options = ClientOptions()
            options.waitsForServer = true
            options.tokens = {
                let number = calls.withLock { calls in
                    calls += 1
                    return calls
                }
                if number == 1 { throw NoToken() }
                return number == 2 ? "stale" : "good"
            }
            let client = try await ListClient.connect(to: url, options)
            #expect(calls.withLock { $0 } == 3)
            #expect(try await client.overview().isEmpty)
            await client.stop()
        }
    }

    @Test(arguments: [0, -1, Double.nan, -Double.infinity])
    func aTimeOfTheProgramsThatIsNone_isRefused(life: Double) async throws {
        try await Self.withServer(life: life) { url in
            await #expect(throws: ListClientError.self) {
                try await ListClient.connect(to: url, ClientOptions(token: "good"))
            }
        }
    }

    @Test func withoutTokens_aRefusalIsFinal() async throws {
        try await Self.withServer(life: 60) { url in
            await #expect(throws: ListClientError.self) {
                try await ListClient.connect(to: url, ClientOptions(token: "stale"))
            }
            var options = ClientOptions()
            options.tokens = { throw NoToken() }
            await #expect(throws: ListClientError.notConnected("no token: NoToken()")) {
                try await ListClient.connect(to: url, options)
            }
        }
    }

    @Test func theEndOfAToken_isReadFromIt() {
        let issuer = Issuer(life: 100)
        let held = HeldToken(issuer.next())
        let now = Date().timeIntervalSince1970
        #expect(held.isGood(at: now + 90) && !held.isGood(at: now + 110))
        for text in ["", "a.b", "a.!.c", "a.e30.c", "a.b.c.d"] {
            #expect(HeldToken(text).ends == nil && HeldToken(text).isGood(at: now))
        }
        #expect(!HeldToken(nil).isGood(at: now))
    }
}
