/// Why a socket, or the handshake of a WebSocket on it, was turned away.
package enum ConnectionRefusal: String, CaseIterable, Sendable {
    /// There are as many sockets as there may be.
    case sockets
    /// The socket came too near to the limit of descriptors.
    case descriptors
    /// Its address has as many sockets as it may have.
    case socketsOfAddress
    /// There are as many WebSockets as there may be.
    case sessions
    /// Its address has as many WebSockets as it may have.
    case sessionsOfAddress
    /// The server is about to stop.
    case stopping
    /// A page of another origin asked.
    case origin
    /// What was asked is no handshake that is understood here.
    case handshake
}
