/// What a listener, or a dialer, has counted.
package struct Counters: Sendable {
    /// WebSocket connections that are open now.
    package var connections = 0
    /// WebSocket connections opened since the start.
    package var connectionsOpened: UInt64 = 0
    /// Sockets, WebSockets included, that are open now.
    package var sockets = 0
    /// Refused sockets and WebSocket handshakes, by reason.
    package var refused: [ConnectionRefusal: UInt64] = [:]
    /// Bytes written to the sockets, HTTP included.
    package var bytesOut: UInt64 = 0
    /// Bytes of messages and of request bodies received.
    package var bytesIn: UInt64 = 0
    /// HTTP requests, static files included.
    package var requests: UInt64 = 0
    /// HTTP responses by status, refused handshakes included.
    package var responses: [Int: UInt64] = [:]
    /// Bytes now in all outbound queues together.
    package var queuedBytes = 0
    /// Memory held for peers in bytes, and its bound; see ``MemoryLedger``.
    package var ledgerBytes = 0
    package var ledgerBound = 0
    /// The number of times that a holder was selected to release memory.
    package var ledgerPaid: UInt64 = 0

    package init() {}

    mutating func refuse(_ reason: ConnectionRefusal) {
        refused[reason, default: 0] += 1
    }
}

// Canonical equivalence: nothing is read into it.
// Canonical equivalence: the words are made here, and read nowhere.
/// Why a socket, or a WebSocket handshake on it, was refused.
package enum ConnectionRefusal: String, CaseIterable, Sendable {
    /// The limit of sockets is reached.
    case sockets
    /// The process is too near to its limit of file descriptors.
    case descriptors
    /// The limit of sockets of one address is reached.
    case socketsOfAddress
    /// The limit of WebSockets is reached.
    case sessions
    /// The limit of WebSockets of one address is reached.
    case sessionsOfAddress
    /// The listener stops, or the application refused.
    case stopping
    /// The page of another origin asked.
    case origin
    /// The request is no valid handshake.
    case handshake
}
