/// What a ``WebSocketClient`` hears next.
package enum WebSocketEvent: Sendable, Equatable {
    /// One whole text message, valid UTF-8.
    case message([UInt8])
    /// The connection is over: with the peer's close code and reason, or without where it gave none
    /// or this side closed.
    case closed(code: Int?, reason: String)
}
