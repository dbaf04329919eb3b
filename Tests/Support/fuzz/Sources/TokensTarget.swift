@testable import Authentication

/// What strangers and providers of identities send where tokens are asked for: a token as a whole, its header,
/// its claims as a signer may have written them, and a set of keys.
enum TokensTarget {
    static func run(_ bytes: [UInt8]) {
        _ = try? CompactToken(String(decoding: bytes, as: UTF8.self))
        if let decoded = Base64URL.decode(bytes),
            !Base64URL.encode(decoded).utf8.elementsEqual(bytes)
        {
            FuzzTarget.found("Base64 that is written otherwise", bytes)
        }
        if let header = try? TokenHeader(bytes), header.algorithm.utf8.count > bytes.count {
            FuzzTarget.found("an algorithm from nowhere", bytes)
        }
        judge(bytes)
        _ = try? JSONWebKey.set(bytes)
    }

    /// What is taken is written and read again as the same.
    private static func judge(_ bytes: [UInt8]) {
        guard let payload = try? TokenPayload(bytes),
            let claims = try? TokenClaims(payload, audience: payload.aud.first, now: 0)
        else { return }
        guard let again = try? TokenPayload(payload.encoded), again.lists == payload.lists,
            again.aud == payload.aud, again.sub == claims.user
        else { FuzzTarget.found("claims that are read otherwise once they are written", bytes) }
    }
}
