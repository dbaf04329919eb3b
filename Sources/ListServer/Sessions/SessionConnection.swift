import WebSocketTransport

/// What a session does with the connection to its client; called on the loop's thread only.
///
/// As ``Connection`` describes it. Simulations have connections without sockets.
protocol SessionConnection: AnyObject, Sendable {
    var id: UInt64 { get }
    var remoteAddress: String { get }
    var queuedBytes: Int { get }
    var isThrottled: Bool { get }
    var ownedBytes: Int { get set }
    var traffic: (received: Int, sent: Int) { get }

    func send(_ frame: Frame)
    func notifyWhenDrained(below bytes: Int)
    func pauseReading()
    func resumeReading()
    func close(code: Int, reason: String)
}

extension Connection: SessionConnection {}
