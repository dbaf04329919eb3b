import Foundation
import Logging
import Testing

@testable import Authentication

@Suite struct TokenVerifierTests {
    private static let secret = String(repeating: "s", count: 40)

    /// Claims that would be taken, but for what is given.
    private static func payload(
        sub: String? = "ana", name: String? = nil, exp: Double? = 1_800_000_001,
        nbf: Double? = 1_800_000_000, aud: TokenPayload.Audience? = nil,
        lists: [String: String]? = ["*": "viewer"]
    ) -> TokenPayload {
        TokenPayload(sub: sub, name: name, exp: exp, nbf: nbf, aud: aud, lists: lists)
    }

    /// A token with any header and claims, signed by HS256.
    private func forged(_ header: String, _ payload: String, signature: String = "AAAA") -> String {
        [header, payload].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
            + "." + signature
    }

    @Test func end_isTheFirstMomentThatIsTooLate() async throws {
        let keys = try Keys(Self.secret)
        let verifier = try await keys.verifier()
        let token = try await keys.token(expires: Keys.now)
        _ = try await verifier.verify(token, now: Keys.now - 1)
        await #expect(throws: TokenError.expired) {
            try await verifier.verify(token, now: Keys.now)
        }
    }

    @Test func otherKeys_areNotTaken() async throws {
        let verifier = try await Keys(Self.secret).verifier()
        let token = try await Keys(Self.secret + "x").token()
        await #expect(throws: TokenError.notSigned) {
            try await verifier.verify(token, now: Keys.now)
        }
    }

    /// Someone who knows a public key must not be able to sign with it as if it were a secret.
    @Test(arguments: ["HS256", "none", "None", "HS512", "RS256"])
    func header_doesNotChooseTheAlgorithm(name: String) async throws {
        let pair = try KeyGenerator.generate(.es256)
        let verifier = try await Keys(try #require(pair.public)).verifier()
        let payload = #"{"sub":"eve","exp":9999999999,"lists":{"*":"owner"}}"#
        for signature in ["", "AAAA"] {
            let token = forged(#"{"alg":"\#(name)"}"#, payload, signature: signature)
            await #expect(throws: TokenError.self) {
                try await verifier.verify(token, now: Keys.now)
            }
        }
    }

    @Test(arguments: [
        "", ".", "..", "...", "a.b.c", "é.é.é", String(repeating: "a", count: 9_000),
        #"{"alg":"HS256"}"#,
    ])
    func whatIsNoToken_isMalformed(text: String) async throws {
        let verifier = try await Keys(Self.secret).verifier()
        await #expect(throws: TokenError.malformed) {
            try await verifier.verify(text, now: Keys.now)
        }
    }

    /// Claims are decoded before the signature is verified: no value of them may end the process.
    @Test(arguments: ["[]", "[[]]", "{}", "0", "null"])
    func strangeAudience_isRefused(audience: String) async throws {
        let verifier = try await Keys(Self.secret).verifier()
        let payload = #"{"sub":"eve","exp":9999999999,"lists":{},"aud":\#(audience)}"#
        let token = forged(#"{"alg":"HS256"}"#, payload)
        await #expect(throws: TokenError.self) {
            try await verifier.verify(token, now: Keys.now)
        }
    }

    @Test func criticalHeader_isNotUnderstood() async throws {
        let verifier = try await Keys(Self.secret).verifier()
        let token = forged(#"{"alg":"HS256","crit":["b64"]}"#, "{}")
        await #expect(throws: TokenError.malformed) {
            try await verifier.verify(token, now: Keys.now)
        }
    }

    @Test(arguments: [
        (Self.payload(sub: nil), TokenError.badClaim("sub", "")),
        (Self.payload(sub: ""), .badClaim("sub", "")),
        (Self.payload(sub: "a\nb"), .badClaim("sub", "")),
        (Self.payload(sub: String(repeating: "a", count: 257)), .badClaim("sub", "")),
        (Self.payload(name: "a\u{0}"), .badClaim("name", "")),
        (Self.payload(exp: nil), .badClaim("exp", "")),
        (Self.payload(exp: .infinity), .badClaim("exp", "")),
        (Self.payload(exp: 1e300), .badClaim("exp", "")),
        (Self.payload(lists: nil), .badClaim("lists", "")),
        (Self.payload(exp: 1_799_999_999), .expired),
        (Self.payload(nbf: 1_800_000_001), .notYetValid),
        (Self.payload(aud: TokenPayload.Audience("other")), .wrongAudience),
    ])
    func claim_isJudged(payload: TokenPayload, problem: TokenError) {
        #expect {
            try TokenClaims(payload, audience: nil, now: Keys.now)
        } throws: { error in
            switch (error as? TokenError, problem) {
            case (.badClaim(let found, _), .badClaim(let wanted, _)): found == wanted
            case (let found, let wanted): found == wanted
            }
        }
    }

    @Test func audience_mustBeAmongThose() throws {
        let ours = Self.payload(aud: TokenPayload.Audience("lockstep"))
        _ = try TokenClaims(ours, audience: "lockstep", now: Keys.now)
        #expect(throws: TokenError.wrongAudience) {
            try TokenClaims(Self.payload(), audience: "lockstep", now: Keys.now)
        }
    }

    @Test func header_namesTheKey_onlyWhereItHasAName() async throws {
        func header(_ keys: Keys) async throws -> [String: String] {
            let first = try await keys.token().split(separator: ".")[0]
            let bytes = try #require(Base64URL.decode(String(first)))
            return try JSONDecoder().decode([String: String].self, from: Data(bytes))
        }
        #expect(try await header(Keys(Self.secret)) == ["alg": "HS256", "typ": "JWT"])
        let secret = Base64URL.encode(Array(Self.secret.utf8))
        let set = #"{"keys":[{"kty":"oct","kid":"k1","k":"\#(secret)"}]}"#
        #expect(try await header(Keys(set))["kid"] == "k1")
    }

    @Test func changedFile_isInForceAtOnce_brokenOneIsNot() async throws {
        let lines = LogLines()
        let keys = try Keys(Self.secret)
        let verifier = try await keys.verifier(log: lines.logger)
        let old = try await keys.token()
        try keys.write(Self.secret + "2")
        let new = try await keys.token()
        _ = try await verifier.verify(new, now: Keys.now)
        await #expect(throws: TokenError.notSigned) {
            try await verifier.verify(old, now: Keys.now)
        }
        for text in ["{ broken", ""] {
            try keys.write(text)
            _ = try await verifier.verify(new, now: Keys.now)
        }
        try FileManager.default.removeItem(atPath: keys.path)
        _ = try await verifier.verify(new, now: Keys.now)
        try keys.write(Self.secret)
        _ = try await verifier.verify(old, now: Keys.now)
        #expect(lines.levels == [.notice, .error, .error, .error, .notice])
        #expect(!lines.text.contains(Self.secret))
    }
}
