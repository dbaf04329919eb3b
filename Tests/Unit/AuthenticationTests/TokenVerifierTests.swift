import Foundation
import Logging
import TestLogs
import Testing
import TextBytes

@testable import Authentication

@Suite struct TokenVerifierTests {
    private static let secret = String(repeating: "s", count: 40)

    /// Claims that would be taken, but for what is given.
    private static func payload(
        sub: String? = "ana", name: String? = nil, exp: Double? = 1_800_000_001,
        nbf: Double? = 1_800_000_000, aud: [String] = [],
        lists: [TextKey: String]? = ["*": "viewer"]
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

    /// What nobody has signed is not decoded beyond a flat header of texts: no value of it costs more than its
    /// bytes, or ends the process.
    @Test(arguments: [
        #"{"x":1e19}"#, #"{"x":-9.3e18}"#, #"{"x":9223372036854775808}"#, #"{"alg":1e19}"#,
        #"{"alg":"HS256","kid":9223372036854775808}"#, #"{"alg":"HS256","x":{"y":1e19}}"#,
        #"{"alg":"HS256","x5c":[-9.3e18]}"#, #"{"alg":"HS256","jwk":{}}"#, #"{"kid":"a"}"#, "[]",
        #"{"alg":"HS256","alg":"none"}"#, #"{"alg":"HS256","crit":["b64"]}"#,
        #"{"alg":"HS256","crit":"b64"}"#,
        #"{"alg":"HS256","x":"# + String(repeating: "[", count: 5_000),
        #"{"alg":"HS256","x":["# + String(repeating: "[],", count: 1_800) + "[]]}",
        "{" + (0..<17).map { #""a\#($0)":"""# }.joined(separator: ",") + "}",
    ])
    func header_isAFlatObjectOfTexts(header: String) async throws {
        let verifier = try await Keys(Self.secret).verifier()
        await #expect(throws: TokenError.malformed) {
            try await verifier.verify(forged(header, "{}"), now: Keys.now)
        }
    }

    /// Claims that are not signed are not looked at.
    @Test(arguments: [
        #"{"aud":[]}"#, #"{"exp":1e19}"#, #"{"nbf":-9.3e18}"#, #"{"iat":9223372036854775808}"#,
        String(repeating: "[", count: 5_000), "no JSON",
    ])
    func claimsWithoutASignature_areNotRead(claims: String) async throws {
        let verifier = try await Keys(Self.secret).verifier()
        await #expect(throws: TokenError.notSigned) {
            try await verifier.verify(forged(#"{"alg":"HS256"}"#, claims), now: Keys.now)
        }
    }

    /// A signer that is trusted may still write what is none of ours.
    @Test(arguments: [
        (#"{"sub":"a","exp":1e19,"lists":{}}"#, TokenError.badClaim("exp", "")),
        (#"{"sub":"a","exp":9223372036854775808,"lists":{}}"#, .badClaim("exp", "")),
        (#"{"sub":"a","exp":1800000001,"nbf":9e300,"lists":{}}"#, .notYetValid),
        (#"{"sub":"a","exp":1800000001,"iat":-9.3e18,"lists":{}}"#, .badClaim("iat", "")),
        (#"{"sub":"a","exp":1800000001,"aud":[[]],"lists":{}}"#, .badClaim("aud", "")),
        (#"{"sub":"a","exp":1800000001,"aud":{},"lists":{}}"#, .badClaim("aud", "")),
        (#"{"sub":7,"exp":1800000001,"lists":{}}"#, .badClaim("sub", "")),
        (#"{"sub":"a","exp":"soon","lists":{}}"#, .badClaim("exp", "")),
        (#"{"sub":"a","exp":1800000001,"lists":{"*":1}}"#, .badClaim("lists", "")),
        (#"{"sub":"a","exp":1800000001,"lists":[]}"#, .badClaim("lists", "")),
        ("[]", .malformed), ("", .malformed),
    ])
    func signedClaims_areReadWithoutTraps(claims: String, problem: TokenError) throws {
        #expect {
            let payload = try TokenPayload(Array(claims.utf8))
            _ = try TokenClaims(payload, audience: nil, now: Keys.now)
        } throws: { error in
            switch (error as? TokenError, problem) {
            case (.badClaim(let found, _), .badClaim(let wanted, _)): found == wanted
            case (let found, let wanted): found == wanted
            }
        }
    }

    /// Numbers that this software could not write, in claims that it does not use, are none of its business.
    @Test func otherClaims_areIgnored() throws {
        let text =
            #"{"sub":"a","exp":1.8000000015E9,"aud":[],"lists":{"*":"viewer"},"x":1e19,"y":{"z":[12345678901234567890]}}"#
        let payload = try TokenPayload(Array(text.utf8))
        let claims = try TokenClaims(payload, audience: nil, now: Keys.now)
        #expect(claims.expires == 1_800_000_001_500 && claims.lists == ["*": "viewer"])
    }

    @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar", "\u{FF}\u{0}é"])
    func base64_isReadAsItWasWritten(text: String) {
        let encoded = Base64URL.encode(Array(text.utf8))
        #expect(
            encoded
                == Data(text.utf8).base64EncodedString().replacing("+", with: "-")
                .replacing("/", with: "_").replacing("=", with: ""))
        #expect(Base64URL.decode(encoded.utf8) == Array(text.utf8))
    }

    @Test(arguments: ["A", "AAAAA", "AB", "AAB", "AA==", "AA A", "A+", "A/", "é"])
    func whatIsNoBase64_isRefused(text: String) {
        #expect(Base64URL.decode(text.utf8) == nil)
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
        (Self.payload(aud: ["other"]), .wrongAudience),
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
        let ours = Self.payload(aud: ["lockstep"])
        _ = try TokenClaims(ours, audience: "lockstep", now: Keys.now)
        #expect(throws: TokenError.wrongAudience) {
            try TokenClaims(Self.payload(), audience: "lockstep", now: Keys.now)
        }
    }

    @Test func header_namesTheKey_onlyWhereItHasAName() async throws {
        func header(_ keys: Keys) async throws -> [String: String] {
            let first = try await keys.token().split(separator: ".")[0]
            let bytes = try #require(Base64URL.decode(first.utf8))
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
