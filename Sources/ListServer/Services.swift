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
    let metrics: Metrics
    let health: Health

    var limits: Limits { options.limits }
}
