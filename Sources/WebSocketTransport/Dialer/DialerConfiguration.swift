/// How a ``Dialer`` dials, and how far it lets peers go.
package struct DialerConfiguration: Sendable {
    /// A connection, the handshakes of TLS and WebSocket included, must stand within so many seconds.
    package var connectSeconds = 10.0
    /// An HTTP request must make progress within so many seconds each: the body out, the head in, each
    /// piece of the answer that is asked for.
    package var requestSeconds = 30.0
    /// What holds for each WebSocket.
    package var limits = ConnectionLimits(maxMessageBytes: 64 << 20)
    /// A PEM file of the certificate authorities to trust instead of the system's.
    package var authorities: String?

    /// A configuration with the defaults above.
    package init() {}

    /// Looked after so often, in seconds: a tenth of the shortest limit, from 20 ms to a second.
    var tickSeconds: Double {
        let shortest = [
            connectSeconds, requestSeconds, limits.idlePingSeconds, limits.pongSeconds,
            limits.stallSeconds, limits.closeSeconds,
        ].min()
        return min(1, max(0.02, (shortest ?? 1) / 10))
    }
}
