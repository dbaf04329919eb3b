/// Where a client's connection stands.
enum Link: Equatable {
    /// There is none; the next is due at that second.
    case down(until: Double)
    case connecting
    /// There is one, in the session of that number; greeted: `welcome` came.
    case up(session: Int, isGreeted: Bool)
}
