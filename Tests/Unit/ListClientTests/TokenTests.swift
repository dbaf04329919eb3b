import Foundation
import ListEditing
import ListHosting
import ListJournal
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
    ///
    /// - Parameter taken: Is told of each token that is taken.
    private static func withServer(
        life: Double, clock: WallClock = .system,
        taken: @escaping @Sendable (String) -> Void = { _ in },
        _ body: (String) async throws -> Void
    ) async throws {
        try await LiveServer.withFolder { folder in
            var options = ServerOptions()
            options.port = 0
            options.web = nil
            var hooks = ServerHooks()
            hooks.authenticate = { token in
                guard let token, token != "stale" else { throw NoToken() }
                taken(token)
                return Access(user: "ana", lists: ["*": .owner], seconds: life)
            }
            let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let journal = try SQLiteJournal(path: folder.appending(path: "lists.sqlite").path())
            let server = try await Server(
                options, journal: journal, samples: nil, log: log, clock: clock, hooks: hooks)
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

    /// By the server's clock, which stands still, no token ends: a client that is kept waiting is not late.
    @Test(.timeLimit(.minutes(10))) func aSessionGoesOn_underTheNextToken() async throws {
        let start = Int(Date().timeIntervalSince1970 * 1000)
        let (taken, take) = AsyncStream.makeStream(of: String.self)
        try await Self.withServer(
            life: 1, clock: WallClock(now: { start }), taken: { take.yield($0) }
        ) { url in
            let maker = try await ListClient.connect(to: url, ClientOptions(token: "maker"))
            try await maker.create("trip", sections: [.empty])
            await maker.stop()
            let issuer = Issuer(life: 1)
            var options = ClientOptions()
            options.tokens = { issuer.next() }
            let client = try await ListClient.connect(to: url, options)
            let watching = Task { await client.nextState() }
            let list = try await client.open("trip")
            var known: Set<String> = ["maker"]
            for await token in taken where known.insert(token).inserted {
                guard case .applied = try await list.add("Tea") else {
                    Issue.record("an edit was refused")
                    break
                }
                if known.count == 4 { break }
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
