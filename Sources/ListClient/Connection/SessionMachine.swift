/// Decides when to connect, to greet, to ping, to give up and to come back.
///
/// No clock and no chance of its own: events bring the time, in seconds of a clock that never goes
/// back, and random numbers.
struct SessionMachine: Equatable {
    /// Silence of so many seconds is answered with a ping, and as much again ends the connection.
    static let quietSeconds = 20.0

    private enum Stage: Equatable {
        case stopped
        case waiting(until: Double)
        case connecting
        /// Connected, the welcome is awaited.
        case greeting
        case online
    }

    /// The number of the newest attempt to connect; what belongs to an older one is nobody's.
    private(set) var attempt = 0
    private var stage = Stage.stopped
    private var backOff = BackOff()
    private var quietSince = 0.0
    private var isPinged = false
    private var pings = 0
    private var fatalCode: String?
    private var fatalMessage = ""

    /// Whether messages may be sent.
    var isOnline: Bool { stage == .online }

    /// When ``tick(_:)`` is due; nil: not at all.
    var deadline: Double? {
        switch stage {
        case .stopped, .connecting: nil
        case .waiting(let until): until
        case .greeting, .online: quietSince + Self.quietSeconds
        }
    }

    // MARK: Events

    /// Connect and stay connected.
    mutating func start() -> [SessionAction] {
        guard stage == .stopped else { return [] }
        return connect()
    }

    /// The connection stands.
    mutating func connected(_ number: Int, now: Double) -> [SessionAction] {
        guard number == attempt, stage == .connecting else { return [] }
        stage = .greeting
        quietSince = now
        isPinged = false
        return [.hello]
    }

    /// A frame has come.
    mutating func heard(_ number: Int, now: Double) {
        guard number == attempt else { return }
        quietSince = now
        isPinged = false
    }

    /// The server has said its welcome.
    mutating func welcomed() -> [SessionAction] {
        guard stage == .greeting else { return [] }
        stage = .online
        backOff.reset()
        return [.become(.online)]
    }

    /// The server has said why it is about to close.
    mutating func fatal(code: String, message: String) {
        fatalCode = code
        fatalMessage = message
    }

    /// There is no connection, or no longer.
    ///
    /// - Parameter jitter: from 0 to below 1, drawn anew each time.
    mutating func ended(
        _ number: Int, _ end: SessionEnd, now: Double, jitter: Double
    ) -> [SessionAction] {
        guard number == attempt, ![.stopped].contains(stage) else { return [] }
        let fatal = fatalCode.map { (code: $0, message: fatalMessage) }
        if let reason = end.stopReason(after: fatal) {
            stage = .stopped
            return [.become(.stopped(reason))]
        }
        return wait(fatal?.message ?? end.reason, now: now, jitter: jitter)
    }

    /// Something that is no frame of the protocol has come: the connection is given up.
    mutating func misread(_ reason: String, now: Double, jitter: Double) -> [SessionAction] {
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
            quietSince = now
            pings += 1
            return [.ping(pings)]
        }
    }

    /// Do not come back.
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
