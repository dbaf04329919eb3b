/// Where a ``Listener`` listens, what it serves, and how far it lets peers go.
package struct ListenerConfiguration: Sendable {
    /// A numeric address or a name; `0.0.0.0` and `::` are every interface.
    package var host: String
    /// The TCP port; 0 takes a free one.
    package var port: Int
    /// What TLS is spoken with; nil: none is.
    package var tls: TLSFiles?
    /// The directory of the static files; nil serves none.
    package var webRoot: String?
    /// A message may have so many bytes.
    package var maxMessageBytes = 262_144
    /// The first message of a WebSocket may have so many bytes; nil: as many as any.
    package var maxFirstMessageBytes: Int?
    /// Whether binary messages are taken, too; else they are refused.
    package var takesBinary = false
    /// So many WebSocket connections at a time; above, the handshake is answered 503.
    package var maxConnections = 10_000
    /// So many WebSockets of one address at a time, in IPv6 of one network of 64 bits; above, the
    /// handshake is answered 503.
    ///
    /// This machine itself is not counted.
    package var maxConnectionsPerAddress = 1_000
    /// Whose `X-Forwarded-For` is believed.
    package var trustedProxies: [AddressRange] = []
    /// Bytes that peers may make the listener keep in memory, all together: the bound of its
    /// ``MemoryLedger``, where it is not given one.
    package var queueTotalBytes = Int.max
    /// A peer that was among the largest holders of memory, and pays for it, is cut after so many seconds
    /// if it still holds more than half of that.
    package var payingSeconds = 30.0
    /// A connection that said nothing for so many seconds is pinged.
    package var idlePingSeconds = 30.0
    /// Without a sign of life so many seconds after a ping, the connection is cut.
    package var pongSeconds = 10.0
    /// A peer that takes nothing for so many seconds, though bytes wait for it, is cut.
    package var stallSeconds = 30.0
    /// The head of a connection's first request must be whole within so many seconds.
    package var handshakeSeconds = 10.0
    /// A request with its body must be whole within so many seconds, and the answer begun in as many.
    package var requestSeconds = 20.0
    /// A connection is kept for so many seconds after a request; the head of the next must be whole by
    /// then.
    package var keepAliveSeconds = 60.0
    /// A peer has so many seconds to answer a close frame.
    package var closeSeconds = 3.0
    /// A request's body may have so many bytes; above, 413.
    package var maxBodyBytes = 1 << 20
    /// The `Origin`s that may open a WebSocket or change something (`https://example.org`), compared
    /// without letter case; `*` is every one.
    ///
    /// Nil: the server's own pages. A client that sends no `Origin`, thus no browser, always passes.
    package var allowedOrigins: [String]?
    /// Whether the server goes by every name that it is asked under; if not, then by its addresses,
    /// `localhost`, the machine's name and those of the allowed origins.
    package var believesHost = true
    /// The `Server` header's value; empty sends none.
    package var serverName: String

    /// What of it bounds each connection.
    var connectionLimits: ConnectionLimits {
        ConnectionLimits(
            maxMessageBytes: maxMessageBytes, maxFirstMessageBytes: maxFirstMessageBytes,
            takesBinary: takesBinary, idlePingSeconds: idlePingSeconds, pongSeconds: pongSeconds,
            stallSeconds: stallSeconds, payingSeconds: payingSeconds, closeSeconds: closeSeconds)
    }

    /// A configuration with the defaults above.
    package init(
        host: String = "127.0.0.1", port: Int = 0, webRoot: String? = nil, serverName: String = ""
    ) {
        self.host = host
        self.port = port
        self.webRoot = webRoot
        self.serverName = serverName
    }
}
