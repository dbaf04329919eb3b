/// Decides when a silent peer is pinged, and when it is given up.
struct Liveness {
    /// What is to be done now.
    enum Action: Equatable {
        case nothing
        case ping
        case cut
    }

    private let idleSeconds: Double
    private let pongSeconds: Double
    private var hasHeard = false
    private var lastHeard: Double
    private var pingedAt: Double?

    /// Counts from `now`, in seconds.
    ///
    /// - Parameters:
    ///   - idleSeconds: after so long a silence a ping is due.
    ///   - pongSeconds: without a sign of life so long after it, the end.
    init(_ now: Double, idleSeconds: Double, pongSeconds: Double) {
        self.idleSeconds = idleSeconds
        self.pongSeconds = pongSeconds
        lastHeard = now
    }

    /// Something has come from the peer.
    mutating func hear() {
        hasHeard = true
    }

    /// To be asked regularly.
    ///
    /// - Parameter isExcused: the peer could not be heard, or a ping would not get through.
    mutating func tick(_ now: Double, isExcused: Bool) -> Action {
        if hasHeard || isExcused {
            hasHeard = false
            lastHeard = now
            pingedAt = nil
        } else if let pingedAt {
            return now - pingedAt >= pongSeconds ? .cut : .nothing
        } else if now - lastHeard >= idleSeconds {
            pingedAt = now
            return .ping
        }
        return .nothing
    }
}
