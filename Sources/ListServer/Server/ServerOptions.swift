package import Authentication
package import ListProtocol
package import WebSocketTransport

/// What a server is started with; the defaults are those of `config/lockstep.json`.
package struct ServerOptions: Sendable {
    package var host = "127.0.0.1"
    /// 0 takes any free port.
    package var port = 8080
    /// What TLS is spoken with; nil: none is.
    package var tls: TLSFiles?
    /// The folder that is served at `/`; `nil` serves no files.
    package var web: String?
    package var limits = Limits()
    /// `Origin` headers that browsers may come from; `nil`: the server's own pages.
    package var origins: [String]?
    /// Sessions at the same time; more are refused with 503 at the handshake.
    package var sessions = 10_000
    package var bounds = Bounds()
    /// Proxies whose `X-Forwarded-For` is believed where sessions of an address are counted.
    package var trustedProxies: [AddressRange] = []
    package var history = HistoryOptions()
    /// Seconds without a visitor until a list is put aside, out of memory.
    package var idleSeconds = 300
    /// Seconds to wait at the start for the port, where another process still has it.
    package var takeOverSeconds = 10
    /// What checks tokens; nil: everyone who can reach the server owns every list.
    package var tokens: TokenVerifier?
    /// Whether it may do without tokens on an address that other machines can reach.
    package var allowsOpen = false

    package init() {}

    /// What a session's edits, and over HTTP a user's, are counted by; nil: they are not.
    ///
    /// - Parameter now: Unix milliseconds.
    func editAllowance(now: Int) -> TokenBucket? {
        guard bounds.editsPerSecond > 0 || tokens != nil else { return nil }
        let rate = bounds.editsPerSecond > 0 ? bounds.editsPerSecond : 5_000
        return TokenBucket(perSecond: rate, burst: bounds.editBurst, now: now)
    }
}
