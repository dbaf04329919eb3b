/// What a listener has counted.
package struct Counters: Sendable {
    /// WebSocket connections that are open now.
    package var connections = 0
    /// WebSocket connections opened since the start.
    package var connectionsOpened: UInt64 = 0
    /// Sockets, WebSockets included, that are open now.
    package var sockets = 0
    /// Sockets and WebSocket handshakes turned away, by why.
    package var refused: [ConnectionRefusal: UInt64] = [:]
    /// Bytes handed to the sockets, HTTP included.
    package var bytesOut: UInt64 = 0
    /// Bytes of messages and of request bodies that came in.
    package var bytesIn: UInt64 = 0
    /// HTTP requests, static files included.
    package var requests: UInt64 = 0
    /// HTTP responses by status, refused handshakes included.
    package var responses: [Int: UInt64] = [:]
    /// Bytes that wait now in all outbound queues together.
    package var queuedBytes = 0
    /// Bytes that are held in memory for peers, and how many may be: see ``MemoryLedger``.
    package var ledgerBytes = 0
    package var ledgerBound = 0
    /// How many times a holder was made to pay.
    package var ledgerPaid: UInt64 = 0

    package init() {}

    mutating func refuse(_ reason: ConnectionRefusal) {
        refused[reason, default: 0] += 1
    }
}
