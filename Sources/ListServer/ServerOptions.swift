package import ListProtocol

/// What a server is started with; the defaults are those of `config/lockstep.json`.
package struct ServerOptions: Sendable {
    package var host = "127.0.0.1"
    /// 0 takes any free port.
    package var port = 8080
    /// The folder that is served at `/`; `nil` serves no files.
    package var web: String?
    package var limits = Limits()
    /// `Origin` headers that browsers may come from; `nil`: any, the header is not checked.
    package var origins: [String]?
    /// Sessions at the same time; more are refused with 503 at the handshake.
    package var sessions = 10_000
    package var history = HistoryOptions()
    /// Seconds without a visitor until a list is put aside, out of memory.
    package var idleSeconds = 300
    /// Seconds to wait at the start for the port, where another process still has it.
    package var takeOverSeconds = 10

    package init() {}
}
