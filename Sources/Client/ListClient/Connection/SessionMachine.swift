/// Decides when and where to connect, to say hello, to ping, to drop the connection and to connect
/// again.
///
/// Of several addresses, an attempt that failed and a session that ended lead to the next, in turn. It
/// returns to none by itself: a session stays where it is as long as it lasts.
///
/// A pure state machine: each event brings the time, in seconds of a monotonic clock, and random
/// numbers, and returns the actions to perform.
struct SessionMachine: Equatable {
    /// Seconds of silence after which the client sends a ping, and after as many more drops the
    /// connection.
    static let silenceSeconds = 20.0
    /// Seconds that a session must have lasted to be followed by another without a wait.
    ///
    /// So servers that all send their clients away do not have them connect without end.
    static let settledSeconds = 1.0

    private enum SessionStage: Equatable {
        case stopped
        case waiting(until: Double)
        case connecting
        /// Connected, and waiting for the welcome.
        case greeting
        case online
    }

    /// The number of the newest attempt to connect; events of older attempts are ignored.
    private(set) var attempt = 0
    /// The number of the address of that attempt, or of the next one during a wait.
    private(set) var address = 0
    private let addresses: Int
    /// Attempts and sessions that ended since the last welcome.
    private var ends = 0
    private var stage = SessionStage.stopped
    private var backOff: BackOff
    private var connectedAt = 0.0
    private var silentSince = 0.0
    private var isPinged = false
    private var pings = 0
    private var fatalCode: String?
    private var fatalMessage = ""

    /// Whether another token is to be had where one is refused.
    private let renewsTokens: Bool

    /// - Parameter addresses: The number of addresses at which the same lists are served.
    init(addresses: Int = 1, renewsTokens: Bool = false) {
        self.addresses = addresses
        self.renewsTokens = renewsTokens
        backOff = BackOff(round: addresses)
    }

    /// Whether no address is left that was not tried since the last welcome.
    var hasTriedAll: Bool { ends >= addresses }

    /// Whether messages may be sent.
    var isOnline: Bool { stage == .online }

    /// When ``tick(_:jitter:)`` is due; nil where it is not.
    var deadline: Double? {
        switch stage {
        case .stopped, .connecting: nil
        case .waiting(let until): until
        case .greeting, .online: silentSince + Self.silenceSeconds
        }
    }

    // MARK: Events

    /// Starts connecting, and stays connected.
    mutating func start() -> [SessionAction] {
        guard stage == .stopped else { return [] }
        return connect()
    }

    /// The connection is open.
    mutating func connected(_ number: Int, now: Double) -> [SessionAction] {
        guard number == attempt, stage == .connecting else { return [] }
        stage = .greeting
        connectedAt = now
        silentSince = now
        isPinged = false
        return [.hello]
    }

    /// A frame has arrived.
    mutating func received(_ number: Int, now: Double) {
        guard number == attempt else { return }
        silentSince = now
        isPinged = false
    }

    /// The server's welcome has arrived.
    mutating func welcomed() -> [SessionAction] {
        guard stage == .greeting else { return [] }
        stage = .online
        ends = 0
        backOff.reset()
        return [.become(.online)]
    }

    /// The server has sent the error for which it is about to close.
    mutating func fatal(code: String, message: String) {
        fatalCode = code
        fatalMessage = message
    }

    /// The attempt failed, or the connection has ended.
    ///
    /// - Parameter jitter: from 0 to below 1, drawn anew each time.
    mutating func ended(
        _ number: Int, _ end: SessionEnd, now: Double, jitter: Double
    ) -> [SessionAction] {
        guard number == attempt, stage != .stopped else { return [] }
        let fatal = fatalCode.map { (code: $0, message: fatalMessage) }
        let wantsToken = fatal?.code == "unauthorized" || end.code == 4401
        if !(wantsToken && renewsTokens),
            let reason = end.stopReason(after: fatal, isOnlyAddress: addresses == 1)
        {
            stage = .stopped
            return [.become(.stopped(reason))]
        }
        let isShuttingDown = fatal.map { $0.code == "shuttingDown" } ?? (end.code == 1001)
        if isShuttingDown, addresses > 1, stage == .online,
            now - connectedAt >= Self.settledSeconds
        {
            moveOn()
            return connect()
        }
        return wait(fatal?.message ?? end.reason, now: now, jitter: jitter)
    }

    /// The server has sent something that is no frame of the protocol: drops the connection.
    mutating func protocolError(_ reason: String, now: Double, jitter: Double) -> [SessionAction] {
        guard stage == .greeting || stage == .online else { return [] }
        return [.drop] + wait(reason, now: now, jitter: jitter)
    }

    /// To be called at ``deadline``.
    mutating func tick(_ now: Double, jitter: Double) -> [SessionAction] {
        guard let deadline, now >= deadline else { return [] }
        switch stage {
        case .stopped, .connecting: return []
        case .waiting: return connect()
        case .greeting, .online:
            if isPinged || stage == .greeting {
                return [.drop] + wait("the server says nothing", now: now, jitter: jitter)
            }
            isPinged = true
            silentSince = now
            pings += 1
            return [.ping(pings)]
        }
    }

    /// Drops the connection, and connects again to the same address after so many seconds.
    mutating func leave(for seconds: Double, now: Double) -> [SessionAction] {
        guard stage == .greeting || stage == .online else { return [] }
        stage = .waiting(until: now + seconds)
        attempt += 1
        return [.drop, .become(.waiting(seconds: seconds, reason: "the client went offline"))]
    }

    /// Closes the connection and does not connect again.
    mutating func stop() -> [SessionAction] {
        let isConnected = stage == .greeting || stage == .online || stage == .connecting
        guard stage != .stopped else { return [] }
        stage = .stopped
        attempt += 1
        return (isConnected ? [.close] : []) + [.become(.stopped(.asked))]
    }

    // MARK: Steps

    private mutating func connect() -> [SessionAction] {
        stage = .connecting
        fatalCode = nil
        attempt += 1
        return [.become(.connecting), .connect(attempt: attempt)]
    }

    private mutating func moveOn() {
        ends += 1
        address = (address + 1) % addresses
    }

    private mutating func wait(_ reason: String, now: Double, jitter: Double) -> [SessionAction] {
        moveOn()
        let seconds = backOff.next(jitter: jitter)
        stage = .waiting(until: now + seconds)
        attempt += 1
        return [.become(.waiting(seconds: seconds, reason: reason))]
    }
}

/// What a ``SessionMachine`` asks the client to do.
enum SessionAction: Equatable {
    /// Connect to the address of the machine; the outcome is reported with the attempt's number.
    case connect(attempt: Int)
    /// Send the hello.
    case hello
    /// Send a ping with this number.
    case ping(Int)
    /// Drop the connection; its further events are ignored.
    case drop
    /// Close the connection with a closing handshake.
    case close
    /// Change the client's state.
    case become(ConnectionState)
}

/// How a connection ended, or why there was none.
struct SessionEnd: Equatable {
    /// The server's close code; nil where there was none.
    var code: Int?
    /// In words.
    var reason: String
    /// Whether another attempt at the same address would end in the same way, whatever the code.
    var isFinal = false

    /// Why the client stops, where the end is final (protocol.md, "Errors"); nil where it connects
    /// again.
    ///
    /// - Parameter isOnlyAddress: Whether there is no other address, which may not refuse.
    func stopReason(
        after fatal: (code: String, message: String)?, isOnlyAddress: Bool
    ) -> StopReason? {
        if let fatal {
            switch fatal.code {
            case "replaced": return .replaced
            case "unauthorized": return .unauthorized(fatal.message)
            case "shuttingDown", "slowConsumer": return nil
            default: break
            }
        }
        let text = fatal?.message ?? (reason.isEmpty ? "close code \(code ?? 0)" : reason)
        switch code {
        case 4401?: return .unauthorized(text)
        case 1002?, 1003?, 1007?, 1008?, 1009?, 4403?: return .refused(text)
        default: return isFinal && isOnlyAddress ? .refused(text) : nil
        }
    }
}
