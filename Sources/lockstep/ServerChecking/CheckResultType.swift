import HistoryChecking

/// What came of a check.
struct CheckResult: Sendable {
    let report: HistoryReport
    /// Whether somebody stopped it before its time.
    let isInterrupted: Bool
    /// Why not everything could be checked; nil: it could.
    let shortfall: String?
    /// Lists that could not be deleted.
    var leftLists: [String] = []

    var hasHeld: Bool { report.broken.isEmpty && shortfall == nil }
}
