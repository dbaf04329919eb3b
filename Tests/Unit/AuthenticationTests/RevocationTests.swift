import Foundation
import TestLogs
import Testing
import TextBytes

@testable import Authentication

@Suite struct RevocationTests {
    private static let secret = String(repeating: "s", count: 40)

    private static let file = """
        # who left
        sub tom\r

        sub ana before 1800000000
        \tsub  mary ann  before  1800000000\u{20}
        sub eve
        sub eve before 5
        sub noon before noon is it
        jti 5e0c\r
        sub "bob before 5"
        sub " amy" before 1800000000
        sub "quo\\"ted\\u00e9"
        jti " 7"
        """

    @Test(arguments: [
        (TokenIdentity(user: "tom"), true),
        (TokenIdentity(user: "tom", issued: 1_900_000_000_000, id: "x"), true),
        (TokenIdentity(user: "tommy"), false),
        (TokenIdentity(user: "ana"), true),
        (TokenIdentity(user: "ana", issued: 1_799_999_999_999), true),
        (TokenIdentity(user: "ana", issued: 1_800_000_000_000), false),
        (TokenIdentity(user: "mary ann", issued: 1_799_999_999_999), true),
        (TokenIdentity(user: "mary ann", issued: 1_800_000_000_000), false),
        (TokenIdentity(user: "eve", issued: 1_900_000_000_000), true),
        (TokenIdentity(user: "noon before noon is it", issued: 1_900_000_000_000), true),
        (TokenIdentity(user: "ben", issued: 1, id: "5e0c"), true),
        (TokenIdentity(user: "5e0c", issued: 1, id: "5E0C"), false),
        (TokenIdentity(user: "bob before 5", issued: 1_900_000_000_000), true),
        (TokenIdentity(user: "bob", issued: 1), false),
        (TokenIdentity(user: " amy", issued: 1_799_999_999_999), true),
        (TokenIdentity(user: " amy", issued: 1_800_000_000_000), false),
        (TokenIdentity(user: "amy", issued: 1), false),
        (TokenIdentity(user: "quo\"tedé"), true),
        (TokenIdentity(user: "quo\"tede\u{301}"), false),
        (TokenIdentity(user: "x", issued: 1, id: " 7"), true),
    ])
    func token_isRevokedByItsUserItsTimeOrItsID(token: TokenIdentity, isRevoked: Bool) throws {
        let revoked = try RevokedTokens(Array(Self.file.utf8))
        #expect(revoked.contains(token) == isRevoked)
    }

    @Test(arguments: [
        "sub", "sub ", "jti", "user ana", "sub before", "sub ana before", "sub ana before soon",
        "sub ana before -1", "sub ana before 1.5", "sub ana before 253402300801",
        "sub ana before 99999999999999999999", "SUB ana", "sub \"ana", "sub \"ana\"x",
        "sub \"ana\" since 5", "sub \"ana\" before", "sub \"\\ana\"", "jti \"ana\" 5", "jti \"ana",
    ])
    func wrongLine_isNamed(line: String) {
        #expect {
            try RevokedTokens(Array("# fine\nsub tom\n\(line)\njti x".utf8))
        } throws: {
            "\($0)".contains("line 3") && !"\($0)".contains("ana")
        }
    }

    @Test func fileThatIsNoText_isRefused() {
        #expect(throws: KeyFileError.self) { try RevokedTokens([0x73, 0xFF]) }
    }

    @Test func brokenFile_keepsWhatWasReadLast() throws {
        let path = try Keys("sub tom").path
        let list = try RevocationList(path: path)
        #expect(list.contains(TokenIdentity(user: "tom")))
        try "sub ana".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(list.contains(TokenIdentity(user: "tom")), "only a reload reads it")
        try list.reload()
        #expect(!list.contains(TokenIdentity(user: "tom")))
        try "tom".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: KeyFileError.self) { try list.reload() }
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: KeyFileError.self) { try list.reload() }
        #expect(list.contains(TokenIdentity(user: "ana")))
        #expect(throws: KeyFileError.self) { try RevocationList(path: path) }
    }

    @Test func verifier_refusesRevokedTokens() async throws {
        let keys = try Keys(Self.secret)
        let verifier = try TokenVerifier(
            keyFile: keys.path, audience: nil,
            revocations: try RevocationList(path: try Keys("sub ana before 1800000000").path),
            log: LogLines().logger)
        func token(_ user: String, issued: Int?) async throws -> String {
            try TokenSigner(keyFile: keys.path).sign(
                TokenClaims(
                    user: user, expires: Keys.now + 3_600_000, issued: issued, lists: [:]),
                audience: nil)
        }
        let kept = try await token("ana", issued: Keys.now)
        #expect(try await verifier.verify(kept, now: Keys.now).issued == Keys.now)
        _ = try await verifier.verify(token("tom", issued: nil), now: Keys.now)
        for issued in [nil, Keys.now - 1_000] {
            let revoked = try await token("ana", issued: issued)
            await #expect(throws: TokenError.revoked) {
                try await verifier.verify(revoked, now: Keys.now)
            }
        }
    }

    @Test(arguments: [-1, Double.infinity, 1e300])
    func issue_isATime(iat: Double) {
        let payload = TokenPayload(sub: "ana", exp: 1_800_000_001, lists: [:], iat: iat)
        #expect {
            try TokenClaims(payload, audience: nil, now: Keys.now)
        } throws: {
            "\($0)".contains("iat")
        }
    }
}
