import WebSocketTransport

/// A snapshot encoded once for everyone who opens the list at that revision.
struct EncodedSnapshot: Sendable {
    let revision: Int
    /// Its parts, in order.
    let frames: [Frame]

    var byteCount: Int { frames.reduce(0) { $0 + $1.payloadCount } }
}
