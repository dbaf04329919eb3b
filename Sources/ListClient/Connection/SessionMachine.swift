/// Decides when to connect, to say hello, to ping, to drop the connection and to connect again.
///
/// A pure state machine: each event brings the time, in seconds of a monotonic clock, and random
/// numbers, and returns the actions to perform.
struct SessionMachine: Equatable {
    /// Seconds of silence after which the client sends a ping, and after as many more drops the
    /// connection.
    static let silenceSeconds = 20.0

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
    private var stage = SessionStage.stopped
    private var backOff = BackOff()
    private var silentSince = 0.0
    private var isPinged = false
    private var pings = 0
    private var fatalCode: String?
    private var fatalMessage = ""

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
        if let reason = end.stopReason(after: fatal) {
            stage = .stopped
            return [.become(.stopped(reason))]
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

    private mutating func wait(_ reason: String, now: Double, jitter: Double) -> [SessionAction] {
        let seconds = backOff.next(jitter: jitter)
        stage = .waiting(until: now + seconds)
        attempt += 1
        return [.become(.waiting(seconds: seconds, reason: reason))]
    }
}

/// What a ``SessionMachine`` asks the client to do.
enum SessionAction: Equatable {
    /// Connect; the outcome is reported with the attempt's number.
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
    /// Whether another attempt would end in the same way, whatever the code.
    var isFinal = false

    /// Why the client stops, where the end is final (protocol.md, "Errors"); nil where it connects
    /// again.
    func stopReason(after fatal: (code: String, message: String)?) -> StopReason? {
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
        case 1002?, 1003?, 1007?, 1008?, 1009?: return .refused(text)
        default: return isFinal ? .refused(text) : nil
        }
    }
}
