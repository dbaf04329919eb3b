/// Receives the events of the connections of a ``ConnectionLoop``.
protocol ConnectionLoopDelegate: AnyObject {
    /// The handshake is complete; messages can be sent.
    func opened(_ connection: LoadConnection)

    /// A message arrived; its bytes are in the connection's reader until this returns.
    ///
    /// - Parameter now: When it was read, in monotonic nanoseconds.
    func received(_ event: FrameEvent, on connection: LoadConnection, at now: Int64)

    /// The connection was lost; not called after `cut` or `reconnect`.
    func lost(_ connection: LoadConnection, _ reason: String)
}

/// One connection: its socket, and the state of both of its streams.
final class LoadConnection {
    enum Phase {
        case connecting
        /// In the handshake of TLS.
        case securing
        case upgrading
        case open
        case ended
    }

    let number: Int
    /// The number of its server.
    var server: Int
    /// The path of its WebSocket.
    let path: String
    var socket: Int32
    var phase = Phase.connecting
    /// The TLS of the connection, also of the earlier one until there is another.
    var tls: TLSStream?
    /// Whether it was connected before: then its TLS session may be resumed.
    var isReconnecting = false
    var reader = ServerFrameReader()
    /// The response to the handshake, as far as it has arrived.
    var response: [UInt8] = []
    /// The bytes that the socket has not accepted yet.
    ///
    /// Bounded by the writers: at most `limits.inFlight` edits, and the first messages.
    var output: [UInt8] = []

    init(number: Int, server: Int, path: String, socket: Int32) {
        self.number = number
        self.server = server
        self.path = path
        self.socket = socket
    }
}

/// The time that the loop worked and waited: it tells whether the generator was the limit.
struct LoopUtilization: Hashable {
    /// Nanoseconds in the poller, and outside.
    private(set) var waited: Int64 = 0
    private(set) var worked: Int64 = 0

    mutating func add(waited: Int64, worked: Int64) {
        self.waited += waited
        self.worked += worked
    }

    /// The share of the time that the loop worked since an earlier state, from 0 to 1.
    func busyShare(since earlier: LoopUtilization) -> Double {
        let worked = Double(self.worked - earlier.worked)
        let all = worked + Double(waited - earlier.waited)
        return all > 0 ? worked / all : 0
    }
}
