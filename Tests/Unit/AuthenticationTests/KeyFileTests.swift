import Foundation
import Testing

@testable import Authentication

@Suite struct KeyFileTests {
    @Test(arguments: TokenAlgorithm.allCases)
    func newKey_signsWhatItsOtherHalfTakes(algorithm: TokenAlgorithm) async throws {
        let pair = try KeyGenerator.generate(algorithm)
        let signing = try Keys(pair.secret)
        let checking = try Keys(pair.public ?? pair.secret)
        let claims = try await checking.verifier().verify(signing.token(), now: Keys.now)
        #expect(claims.user == "ana")
        #expect(claims.expires == Keys.now + 3_600_000)
    }

    @Test(arguments: [TokenAlgorithm.es256, .rs256, .eddsa])
    func publicKey_signsNothing(algorithm: TokenAlgorithm) async throws {
        let keys = try Keys(try #require(try KeyGenerator.generate(algorithm).public))
        await #expect {
            try await keys.token()
        } throws: {
            "\($0)".contains("private")
        }
    }

    @Test(arguments: [
        ("", "empty"), ("short", "5 bytes"), ("{", "JSON"), (#"{"keys":[]}"#, "no key"),
        (#"{"keys":[{"kty":"EC","crv":"P-384","x":"AA","y":"AA"}]}"#, "no key"),
        (#"{"keys":[{"kty":"RSA","alg":"RS512","n":"AQAB","e":"AQAB"}]}"#, "no key"),
        (#"{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB"}]}"#, "broken RSA"),
        (#"{"keys":[{"kty":"RSA","n":"AQAB"}]}"#, "broken RSA"),
        (#"{"keys":[{"kty":"oct","kid":"a","k":"c2hvcnQ"}]}"#, "5 bytes"),
        (#"{"keys":[{"kty":"EC","crv":"P-256","kid":"a","x":"AA","y":"AA"}]}"#, "named a"),
        (#"{"keys":[{"kty":"OKP","crv":"Ed25519"}]}"#, "broken OKP"),
        ("a secret of words that are many enough", "without spaces"),
        ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "PEM block"),
        // What is left of a public key for Ed25519 whose first and last lines were lost.
        ("MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=", "-----BEGIN"),
    ])
    func uselessFile_isAnErrorThatSaysWhy(text: String, reason: String) throws {
        let keys = try Keys(text)
        #expect {
            try KeySet(path: keys.path)
        } throws: {
            "\($0)".contains(reason) && "\($0)".contains(keys.path)
        }
    }

    @Test func missingFile_isAnError() {
        #expect(throws: KeyFileError.self) { try KeySet(path: "/no/such/file") }
    }

    @Test func keySet_takesWhatItKnows_andIsAskedByName() async throws {
        let secret = Base64URL.encode([UInt8](repeating: 7, count: 32))
        let other = Base64URL.encode([UInt8](repeating: 8, count: 32))
        let all = try Keys(
            """
            {"keys":[{"kty":"RSA","alg":"PS256","n":"AQAB","e":"AQAB"},{"kty":"oct","k":"\(secret)","kid":"old"},
            {"kty":"oct","k":"\(other)","kid":"new"},{"kty":"oct","k":"\(other)","use":"enc"},
            {"kty":"oct","k":"\(other)","alg":"HS512"}]}
            """)
        let verifier = try await all.verifier()
        for (key, name, isTaken) in [
            (secret, "old", true), (other, "new", true), (secret, "new", false),
            (other, "lost", false),
        ] {
            let one = try Keys(#"{"kty":"oct","k":"\#(key)","kid":"\#(name)"}"#)
            let token = try await one.token()
            let claims = try? await verifier.verify(token, now: Keys.now)
            #expect((claims != nil) == isTaken, "\(name)")
        }
    }
}
