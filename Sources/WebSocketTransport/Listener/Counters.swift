/// What a listener has counted.
package struct Counters: Sendable {
    /// WebSocket connections that are open now.
    package var connections = 0
    /// WebSocket connections opened since the start.
    package var connectionsOpened: UInt64 = 0
    /// Sockets, WebSockets included, that are open now.
    package var sockets = 0
    /// Sockets turned away because there were too many.
    package var socketsRefused: UInt64 = 0
    /// WebSocket handshakes turned away because there were too many connections.
    package var connectionsRefused: UInt64 = 0
    /// Bytes handed to the sockets, HTTP included.
    package var bytesOut: UInt64 = 0
    /// Bytes of messages and of request bodies that came in.
    package var bytesIn: UInt64 = 0
    /// HTTP requests, static files included.
    package var requests: UInt64 = 0
}
