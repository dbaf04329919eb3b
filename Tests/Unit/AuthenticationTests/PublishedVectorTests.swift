import Testing

@testable import Authentication

/// The examples of RFC 7515 (appendix A) and the key of RFC 8037 (appendix A).
@Suite struct PublishedVectorTests {
    /// `{"iss":"joe","exp":1300819380,"http://example.com/is_root":true}`, with the line ends of the RFC.
    private static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

    private static let modulus =
        "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4Ql"
        + "L-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUs"
        + "LA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoud"
        + "F8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"

    private static let exponent =
        "Eq5xpGnNCivDflJsRQBXHx1hdR1k6Ulwe2JZD50LpXyWPEAeP88vLNO97IjlA7_GQ5sLKMgvfTeXZx9SE-7YwVol2NXOoAJe"
        + "46sui395IW_GO-pWJ1O0BkTGoVEn2bKVRUCgu-GjBVaYLU6f3l9kJfFNS3E0QbVdxzubSu3Mkqzjkn439X0M_V51gfpRLI9J"
        + "YanrC4D4qAdGcopV_0ZHHzQlBjudU2QvXt4ehNYTCBr6XCLQUShb1juUO1ZdiYoFaFQT5Tw8bGUl_x_jTj3ccPDVZFD9pIuh"
        + "LhBOneufuBiB4cS98l2SR_RQyGWSeWjnczT0QU91p1DhOVRuOopznQ"

    private static let rsaSignature =
        "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujG"
        + "bds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K"
        + "0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6"
        + "LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"

    /// A key of the RFC, and the encoded header and signature that go with it.
    struct Example: Sendable {
        let key: String
        let header: String
        let signature: String
    }

    static let examples = [
        Example(
            key: #"{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75"#
                + #"aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"}"#,
            header: "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9",
            signature: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
        Example(
            key: #"{"kty":"RSA","n":"\#(modulus)","e":"AQAB"}"#, header: "eyJhbGciOiJSUzI1NiJ9",
            signature: rsaSignature),
        Example(
            key: #"{"kty":"RSA","n":"\#(modulus)","e":"AQAB","d":"\#(exponent)"}"#,
            header: "eyJhbGciOiJSUzI1NiJ9", signature: rsaSignature),
        Example(
            key: #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","#
                + #""y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#,
            header: "eyJhbGciOiJFUzI1NiJ9",
            signature:
                "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3"
                + "-Kg6NU1Q"),
    ]

    /// The signature is checked before the claims, of which these lack `lists`.
    @Test(arguments: examples)
    func signatureOfTheExample_isValid_andNoOther(example: Example) async throws {
        let verifier = try await Keys(example.key).verifier()
        let signed = example.header + "." + Self.payload + "."
        await #expect {
            try await verifier.verify(signed + example.signature, now: Keys.now)
        } throws: {
            "\($0)".contains("claim lists")
        }
        let first = example.signature.hasPrefix("A") ? "B" : "A"
        for wrong in [
            first + example.signature.dropFirst(), String(example.signature.dropFirst(4)),
        ] {
            await #expect(throws: TokenError.notSigned) {
                try await verifier.verify(signed + wrong, now: Keys.now)
            }
        }
    }

    @Test func privateKeyOfTheExample_signsWhatThePublicOneTakes() async throws {
        let rsa = #"{"kty":"RSA","n":"\#(Self.modulus)","e":"AQAB""#
        let edwards =
            #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo""#
        for (key, secret) in [
            (rsa, Self.exponent), (edwards, "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"),
        ] {
            let token = try await Keys(key + #","d":"\#(secret)"}"#).token()
            let claims = try await Keys(key + "}").verifier().verify(token, now: Keys.now)
            #expect(claims.user == "ana")
        }
    }
}
