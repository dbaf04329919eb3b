/// The stage of a list between being asked for and being gone.
enum ListStage: Equatable, Sendable {
    case opening
    case live
    case unavailable
    case offline
    case gone(code: String)

    /// Seconds after which an edit without an answer is reported as perhaps not stored.
    static let answerSeconds = 10.0

    var isGone: Bool {
        if case .gone = self { true } else { false }
    }

    /// The status at this stage.
    ///
    /// - Parameters:
    ///   - pending: The edits that wait.
    ///   - now: In seconds.
    func status(_ pending: PendingEdits, at now: Double) -> ListStatus {
        switch self {
        case .opening: return .opening
        case .unavailable: return .unavailable
        case .offline: return .offline
        case .gone(let code): return .gone(code: code)
        case .live:
            guard let oldest = pending.oldestSending, now - oldest >= Self.answerSeconds else {
                return .live
            }
            return .unstored(edits: pending.unanswered.count)
        }
    }
}
