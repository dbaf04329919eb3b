/// Decides when a silent peer is pinged, and when its connection is cut.
struct Liveness {
    /// What to do now.
    enum Decision: Equatable {
        case none
        case ping
        case cut
    }

    private let idleSeconds: Double
    private let pongSeconds: Double
    private var hasInput = false
    private var lastInput: Double
    private var pingedAt: Double?

    /// Counts from `now`, in seconds.
    ///
    /// - Parameters:
    ///   - idleSeconds: The time without input after which to ping.
    ///   - pongSeconds: The time without input after a ping after which to cut.
    init(_ now: Double, idleSeconds: Double, pongSeconds: Double) {
        self.idleSeconds = idleSeconds
        self.pongSeconds = pongSeconds
        lastInput = now
    }

    /// Records input from the peer.
    mutating func inputArrived() {
        hasInput = true
    }

    /// Decides what to do; called regularly.
    ///
    /// - Parameter isExcused: The peer is not read, or a ping would wait after queued messages.
    mutating func tick(_ now: Double, isExcused: Bool) -> Decision {
        if hasInput || isExcused {
            hasInput = false
            lastInput = now
            pingedAt = nil
        } else if let pingedAt {
            return now - pingedAt >= pongSeconds ? .cut : .none
        } else if now - lastInput >= idleSeconds {
            pingedAt = now
            return .ping
        }
        return .none
    }
}
