import HistoryLoad

/// What a check does, and where.
struct CheckSettings: Sendable {
    let server: ServerAddress
    let crowd: SimulationSettings
    /// How long the load lasts.
    let seconds: Int
}
