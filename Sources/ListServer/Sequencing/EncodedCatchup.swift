import WebSocketTransport

/// What was missed, encoded once for everyone who misses the same.
struct EncodedCatchup: Sendable {
    /// The revision that the sets go on from.
    let since: Int
    let revision: Int
    let frame: Frame
}
