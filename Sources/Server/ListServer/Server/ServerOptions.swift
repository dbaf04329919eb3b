package import Authentication
package import ListDocument
import ListHosting
package import ListProtocol
package import WebSocketTransport

/// What a server is started with; the defaults are those of `config/lockstep.json`.
public struct ServerOptions: Sendable {
    /// The address to listen on; 0.0.0.0 for all networks.
    public var host = "127.0.0.1"
    /// 0 takes any free port.
    public var port = 8080
    /// What TLS is spoken with; nil: none is.
    package var tls: TLSFiles?
    /// The folder that is served at `/`; `nil` serves no files.
    public var web: String?
    package var limits = ProtocolLimits()
    /// `Origin` headers that browsers may come from; `nil`: the server's own pages.
    public var origins: [String]?
    /// Addresses where the same lists are served, as clients reach them; perhaps this server's own too.
    ///
    /// Origins such as `https://lists.example.org:8443`.
    public var servers: [String] = []
    /// Sessions at the same time; more are refused with 503 at the handshake.
    public var sessions = 10_000
    package var bounds = AbuseLimits()
    /// Proxies whose `X-Forwarded-For` is trusted where sessions of an address are counted.
    package var trustedProxies: [AddressRange] = []
    package var history = HistoryOptions()
    /// Seconds without use until a list is released from memory.
    public var idleSeconds = 300
    /// Seconds to wait at the start for the port, where another process still has it.
    public var takeOverSeconds = 10
    /// Where `/metrics` is served in place of ``port``, beside `/healthz` and `/readyz`; nil: with all else.
    package var metrics: (host: String, port: Int)?
    /// Who is notified of every change over HTTP; nil: no program is.
    package var hooks: HookOptions?
    /// What checks tokens; nil: every client that reaches the server owns every list.
    package var tokens: TokenVerifier?
    /// Whether it may do without tokens on an address that other machines can reach.
    public var allowsOpen = false
    /// Whether the admin page may do without tokens, on this machine.
    public var opensAdmin = false

    /// The defaults of `config/lockstep.json`.
    public init() {}

    /// What a session's edits, and over HTTP a user's, are counted by; nil: they are not.
    ///
    var editRate: EditRate? {
        guard bounds.editsPerSecond > 0 || tokens != nil else { return nil }
        return EditRate(
            perSecond: bounds.editsPerSecond > 0 ? bounds.editsPerSecond : 5_000,
            burst: bounds.editBurst)
    }
}

/// Who is notified of every change over HTTP.
package struct HookOptions: Sendable {
    /// The file of the hooks.
    package var file: String
    /// Whether receivers may have addresses that only this machine, or its network, reaches.
    package var allowsPrivate = false
    /// What URLs of lists begin with, as receivers reach the server: `https://lists.example.org`.
    package var base: String

    package init(file: String, base: String) {
        self.file = file
        self.base = base
    }
}

/// What one server bears, beside the limits that `welcome` tells.
package struct AbuseLimits: Hashable, Sendable {
    /// Lists in the store; more are not created.
    package var lists = 100_000
    /// Sessions of one address.
    package var sessionsPerAddress = 1_000
    /// Edits, undos and redos of one session in the long run; 0: 5,000 where tokens are asked for, and
    /// no limit where every session owns every list, and so could do more harm.
    package var editsPerSecond = 0
    /// Of those, at once after a pause.
    package var editBurst = 10_000
    /// Seconds until a session must have sent `hello`.
    package var helloSeconds = 10
    /// Seconds until the head of a request, and a TLS handshake, must be through.
    package var headSeconds = 10
    /// Seconds until a request with its body must be through.
    package var requestSeconds = 20
    /// Seconds that a connection is kept without a request.
    package var keepAliveSeconds = 60
    /// Bytes of a request's body.
    package var bodyBytes = 1_048_576
    /// Bytes of memory that peers may make the server hold, all together: queues, messages and requests
    /// that are half read, answers under way, histories of lists (see ``MemoryLedger``).
    package var queueTotalBytes = 268_435_456

    package init() {}
}
