import Foundation
import Logging
import TestLogs
import Testing
import TextBytes

@testable import Authentication

/// Keys of a set at a URL, fetched from a script by a clock that the test sets.
@Suite struct FetchedKeysTests {
    /// RFC 7515, appendix A.3, and RFC 8037, appendix A.1.
    private static let ec =
        #""kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","#
        + #""y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0""#
    private static let ecSecret = #""d":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI""#

    /// A server of keys: what it answers, and how often it was asked.
    private final class KeyServer: Sendable {
        private let lock = NSLock()
        nonisolated(unsafe) private var answer: Result<PublishedKeys, KeyFileError>
        nonisolated(unsafe) private var asked = 0
        nonisolated(unsafe) private var milliseconds = 5_000

        init(_ answer: Result<PublishedKeys, KeyFileError>) { unsafe self.answer = answer }

        var count: Int { lock.withLock { unsafe asked } }
        var now: Int { lock.withLock { unsafe milliseconds } }

        func set(_ answer: Result<PublishedKeys, KeyFileError>) {
            lock.withLock { unsafe self.answer = answer }
        }

        func wait(milliseconds: Int) { lock.withLock { unsafe self.milliseconds += milliseconds } }

        func fetch() async throws(KeyFileError) -> PublishedKeys {
            await Task.yield()
            let answer = lock.withLock {
                unsafe asked += 1
                return unsafe self.answer
            }
            return try answer.get()
        }

        func verifier(log: LogLines = LogLines()) -> TokenVerifier {
            TokenVerifier(
                keysAt: "https://id.example/jwks", audience: nil, log: log.logger,
                now: { self.now }
            ) { () throws(KeyFileError) in try await self.fetch() }
        }
    }

    private static func text(_ text: String, _ cacheControl: String? = nil) -> PublishedKeys {
        PublishedKeys(Array(text.utf8), cacheControl: cacheControl)
    }

    /// A set of the example's public key under these names.
    private static func keys(_ names: String..., cacheControl: String? = nil) -> PublishedKeys {
        let keys = names.map { #"{\#(ec),"kid":"\#($0)"}"# }.joined(separator: ",")
        return text(#"{"keys":[\#(keys)]}"#, cacheControl)
    }

    private static func token(naming id: String?) async throws -> String {
        let name = id.map { #","kid":"\#($0)""# } ?? ""
        return try await Keys("{\(ec),\(ecSecret)\(name)}").token()
    }

    private func error(_ verifier: TokenVerifier, _ token: String) async -> TokenError? {
        do {
            _ = try await verifier.verify(token, now: Keys.now)
            return nil
        } catch {
            return error
        }
    }

    @Test func untilTheFirstSet_noTokenIsJudged() async throws {
        let server = KeyServer(.failure(KeyFileError("nobody answers")))
        let lines = LogLines()
        let verifier = server.verifier(log: lines)
        let token = try await Self.token(naming: "a")
        var waits: [Int] = []
        for wait in [0, 999, 1, 1_999, 1, 3_999, 1] {
            server.wait(milliseconds: wait)
            await verifier.refresh()
            waits.append(server.count)
            #expect(!verifier.hasKeys)
            #expect(await error(verifier, token) == .unavailable)
        }
        #expect(waits == [1, 1, 2, 2, 3, 3, 4])
        #expect(lines.levels == Array(repeating: .error, count: 4))
        #expect(lines.text.contains("nobody answers"))

        server.set(.success(Self.keys("a")))
        server.wait(milliseconds: 60_000)
        await verifier.refresh()
        #expect(verifier.hasKeys)
        #expect(await error(verifier, token) == nil)
    }

    @Test func anUnknownKey_isLookedForOnceAMinute_forAllTogether() async throws {
        let server = KeyServer(.success(Self.keys("a")))
        let verifier = server.verifier()
        await verifier.refresh()
        let (old, new) = (try await Self.token(naming: "a"), try await Self.token(naming: "b"))
        #expect(await error(verifier, old) == nil)
        #expect(server.count == 1)

        server.set(.success(Self.keys("b")))
        let errors = await withTaskGroup(of: TokenError?.self) { group in
            for _ in 0..<20 { group.addTask { await error(verifier, new) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.allSatisfy { $0 == nil })
        #expect(server.count == 2)
        #expect(await error(verifier, old) == .notSigned)

        server.set(.success(Self.keys("a", "b")))
        server.wait(milliseconds: FetchSchedule.pause - 1)
        #expect(await error(verifier, old) == .notSigned)
        #expect(server.count == 2)
        server.wait(milliseconds: 1)
        #expect(await error(verifier, old) == nil)
        #expect(server.count == 3)
    }

    @Test func aTokenThatNamesNoKey_isRefusedWithoutARequest() async throws {
        let server = KeyServer(.success(Self.keys("a")))
        let verifier = server.verifier()
        await verifier.refresh()
        #expect(await error(verifier, try await Self.token(naming: nil)) == .notSigned)
        #expect(server.count == 1)
    }

    @Test(
        arguments: [
            "", "garbage", "<html>", "{}", "[]", #"{"keys":{}}"#, #"{"keys":[]}"#,
            #"{"keys":[{"kid":"a"}]}"#,
            #"{"keys":[{"kty":"EC","crv":"P-256","x":"AA","y":"AA","kid":"a"}]}"#,
            #"{"keys":["#
                + Array(repeating: "{\(ec),\"kid\":\"a\"}", count: 65).joined(separator: ",")
                + "]}",
            #"{"keys":["# + String(repeating: " ", count: 1 << 20) + "]}",
        ])
    func aSetThatIsNotUsable_keepsTheOldKeys(broken: String) async throws {
        let server = KeyServer(.success(Self.keys("a")))
        let lines = LogLines()
        let verifier = server.verifier(log: lines)
        await verifier.refresh()
        server.set(.success(Self.text(broken)))
        server.wait(milliseconds: FetchSchedule.usual)
        await verifier.refresh()
        #expect(server.count == 2)
        #expect(await error(verifier, try await Self.token(naming: "a")) == nil)
        #expect(lines.levels == [.notice, .error])
        #expect(lines.text.contains("the old ones stay in force"))

        server.set(.success(Self.keys("a")))
        await verifier.reload()
        #expect(lines.levels == [.notice, .error, .notice])
    }

    /// Withdrawn keys go, whatever else the set holds.
    @Test(arguments: [
        #"{"kty":7,"kid":"x"}"#, #"{"kty":"EC","crv":[],"kid":"x"}"#, #"{"kty":"RSA","n":1e19}"#,
        "7", "null", "[[]]", #"{"kty":{"kty":"EC"}}"#,
    ])
    func anIllTypedEntry_isLeftOutAlone(entry: String) async throws {
        let server = KeyServer(.success(Self.keys("old")))
        let verifier = server.verifier()
        await verifier.refresh()
        server.set(.success(Self.text(#"{"keys":[\#(entry),{\#(Self.ec),"kid":"new"}]}"#)))
        await verifier.reload()
        #expect(await error(verifier, try await Self.token(naming: "new")) == nil)
        #expect(await error(verifier, try await Self.token(naming: "old")) == .notSigned)
    }

    @Test func keysThatCannotBeFetchedForAnHour_areSaidLoudly_once() async throws {
        let server = KeyServer(.success(Self.keys("a")))
        let lines = LogLines()
        let verifier = server.verifier(log: lines)
        await verifier.refresh()
        #expect(verifier.keysAge == 0)
        server.set(.failure(KeyFileError("cannot be reached")))
        server.wait(milliseconds: 3_599_999)
        await verifier.refresh()
        #expect(lines.levels == [.notice, .error] && verifier.keysAge == 3_599_999)
        for _ in 0..<2 {
            server.wait(milliseconds: 60_000)
            await verifier.refresh()
        }
        #expect(lines.levels == [.notice, .error, .error, .critical, .error])
        server.set(.success(Self.keys("a")))
        await verifier.reload()
        #expect(verifier.keysAge == 0)
    }

    /// Secrets and private keys that everyone can read, keys without a name, for other uses and algorithms.
    @Test(
        arguments: [
            #"{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcg","kid":"a"}"#,
            #"{\#(ec),\#(ecSecret),"kid":"a"}"#, "{\(ec)}", #"{\#(ec),"kid":null}"#,
            #"{\#(ec),"kid":""}"#,
            #"{\#(ec),"kid":"a","use":"enc"}"#, #"{\#(ec),"kid":"a","alg":"RS256"}"#,
            #"{\#(ec),"kid":"a","alg":"HS256"}"#,
            #"{"kty":"EC","crv":"P-256","x":"AA","y":"AA","kid":"a"}"#, #"{"kty":"RSA","kid":"a"}"#,
            #"{"kty":"RSA","n":"sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri23bOdgWp4Dy1Wl","e":"AQAB","kid":"a"}"#,
        ])
    func keysThatMustNotVerify_areLeftOut(key: String) async throws {
        let server = KeyServer(.success(Self.text(#"{"keys":[\#(key),{\#(Self.ec),"kid":"b"}]}"#)))
        let verifier = server.verifier()
        await verifier.refresh()
        #expect(await error(verifier, try await Self.token(naming: "b")) == nil)
        let secret = key.contains("oct") ? try await Keys(key).token() : nil
        for id in ["a", "", nil] {
            let token = try await Self.token(naming: id)
            #expect(await error(verifier, secret ?? token) == .notSigned, "\(id ?? "none")")
        }
    }

    /// Who knows the public key cannot sign with it as if it were a secret.
    @Test(arguments: ["HS256", "none", "RS256", "EdDSA", "ES384"])
    func theKeyChoosesTheAlgorithm(name: String) async throws {
        let server = KeyServer(.success(Self.keys("a")))
        let verifier = server.verifier()
        await verifier.refresh()
        let parts = try await Self.token(naming: "a").split(separator: ".")
        let header = Base64URL.encode(Array(#"{"alg":"\#(name)","kid":"a"}"#.utf8))
        for signature in [parts[2], ""] {
            let forged = "\(header).\(parts[1]).\(signature)"
            #expect(await error(verifier, forged) != nil)
        }
        #expect(server.count == 1)
    }

    @Test(
        arguments: [
            (nil, 600), ("max-age=60", 300), ("max-age=301", 301),
            ("public, MAX-AGE=\"3600\"", 3_600),
            ("max-age = 86400", 86_400), ("max-age=9999999999", 86_400), ("max-age=-1", 300),
            ("max-age=99999999999999999999", 600), ("max-age=3600, no-cache", 300),
            ("no-store", 300),
            ("s-maxage=7200", 600), ("", 600),
        ])
    func aSetIsKept_forItsAgeWithinBounds(cacheControl: String?, seconds: Int) async throws {
        let server = KeyServer(.success(Self.keys("a", cacheControl: cacheControl)))
        let verifier = server.verifier()
        await verifier.refresh()
        server.wait(milliseconds: seconds * 1000 - 1)
        await verifier.refresh()
        #expect(server.count == 1)
        server.wait(milliseconds: 1)
        await verifier.refresh()
        #expect(server.count == 2)
    }

    @Test func failures_areRetriedEveryMinuteAtMost() {
        var schedule = FetchSchedule()
        #expect(schedule.isDue(0))
        var now = 0
        let waits = (0..<9).map { _ in
            schedule.failed(now)
            let wait = (schedule.due ?? 0) - now
            now += wait
            return wait / 1000
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60])
        schedule.succeeded(age: nil, now)
        schedule.failed(now)
        #expect(schedule.due == now + 1000)
    }
}
