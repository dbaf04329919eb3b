/// Where a ``Listener`` listens, what it serves, and the limits of its peers.
package struct ListenerConfiguration: Sendable {
    /// A numeric address or a name; `0.0.0.0` and `::` are every interface.
    package var host: String
    /// The TCP port; 0 selects a free one.
    package var port: Int
    /// The certificate for TLS; nil: no TLS.
    package var tls: TLSFiles?
    /// The WebSocket subprotocols that are served.
    ///
    /// A client that offers others alone is refused; one that
    /// offers none is accepted.
    package var subprotocols: [String] = []
    /// The largest WebSocket message, in bytes.
    package var maxMessageBytes = 262_144
    /// The largest first message of a WebSocket, in bytes; nil: ``maxMessageBytes``.
    package var maxFirstMessageBytes: Int?
    /// Whether binary messages are accepted.
    package var acceptsBinary = false
    /// The most WebSockets at a time; further handshakes are answered 503.
    package var maxConnections = 10_000
    /// The most WebSockets of one address at a time, in IPv6 of one network of 64 bits; further handshakes
    /// are answered 503.
    ///
    /// Loopback addresses are not counted.
    package var maxConnectionsPerAddress = 1_000
    /// The peers whose `X-Forwarded-For` is trusted.
    package var trustedProxies: [AddressRange] = []
    /// The most memory that the listener holds for all peers together, in bytes: the bound of its
    /// ``MemoryLedger``, if it is not given one.
    package var queueTotalBytes = Int.max
    /// Seconds for which a connection may have to release memory, after which it is cut; see
    /// ``MemoryLedger``.
    package var sheddingSeconds = 30.0
    /// Seconds without input after which a WebSocket's peer is pinged.
    package var idlePingSeconds = 30.0
    /// Seconds without input after a ping after which the connection is cut.
    package var pongSeconds = 10.0
    /// Seconds in which a peer receives nothing of what is queued, after which it is cut.
    package var stallSeconds = 30.0
    /// Seconds in which the head of a connection's first request must be complete.
    package var handshakeSeconds = 10.0
    /// Seconds in which a request with its body must be complete, and then in which it must be answered.
    package var requestSeconds = 20.0
    /// Seconds after a request for which its connection is kept; the head of the next must be complete by
    /// then.
    package var keepAliveSeconds = 60.0
    /// Seconds in which a peer must answer a close frame.
    package var closeSeconds = 3.0
    /// The largest body of a request, in bytes; larger ones are answered 413.
    package var maxBodyBytes = 1 << 20
    /// The origins (`https://example.org`) whose pages may open a WebSocket, change something or read
    /// responses to calls, compared without regard to case; `*` is every one.
    ///
    /// Nil: the server's own. A request without `Origin`, which no browser sends, always passes.
    package var allowedOrigins: [String]?
    /// The origins of servers of the same content at other addresses, perhaps of this one too.
    ///
    /// Their pages may do here what the server's own may, and its own may connect there. Of letters, digits,
    /// `.`, `-` and `:`.
    package var siblings: [String] = []
    /// Whether every `Host` is accepted; if not, only addresses, `localhost`, the machine's name and the
    /// names of the allowed origins and of siblings.
    package var acceptsAnyHost = true
    /// The value of the `Server` header field; empty sends none.
    package var serverName: String
    /// The texts of refusals.
    package var refusalTexts = RefusalTexts()

    /// The limits of each WebSocket.
    var connectionLimits: ConnectionLimits {
        ConnectionLimits(
            maxMessageBytes: maxMessageBytes, maxFirstMessageBytes: maxFirstMessageBytes,
            acceptsBinary: acceptsBinary, idlePingSeconds: idlePingSeconds,
            pongSeconds: pongSeconds, stallSeconds: stallSeconds, sheddingSeconds: sheddingSeconds,
            closeSeconds: closeSeconds)
    }

    /// A configuration with the defaults above.
    package init(host: String = "127.0.0.1", port: Int = 0, serverName: String = "") {
        self.host = host
        self.port = port
        self.serverName = serverName
    }
}
