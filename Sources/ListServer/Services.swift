import ListJournal
import ListProtocol
import Logging
import WebSocketTransport

/// What every part of one server shares.
struct Services: Sendable {
    let loop: EventLoop
    let journal: any Journal
    let options: ServerOptions
    let log: Logger
    let clock: WallClock
    let health: Health
    let gate: Gate
    private let counts: LoopConfined<Metrics>

    init(
        loop: EventLoop, journal: any Journal, options: ServerOptions, log: Logger,
        clock: WallClock, health: Health, gate: Gate
    ) {
        self.loop = loop
        self.journal = journal
        self.options = options
        self.log = log
        self.clock = clock
        self.health = health
        self.gate = gate
        counts = LoopConfined(Metrics())
    }

    /// What is counted; on the loop's thread only.
    var metrics: Metrics { counts.value }
    var limits: Limits { options.limits }
    var bounds: Bounds { options.bounds }
}
