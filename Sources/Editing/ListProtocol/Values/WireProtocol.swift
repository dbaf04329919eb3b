/// The protocol between clients and servers, as the WebSocket handshake names it.
package enum WireProtocol {
    /// The WebSocket subprotocol (`Sec-WebSocket-Protocol`).
    package static let subprotocol = "lockstep.v1"
}
