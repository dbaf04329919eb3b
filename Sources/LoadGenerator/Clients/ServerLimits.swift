/// What `welcome` says that a client must know.
struct ServerLimits: Hashable {
    var inFlight = 128
    var frameBytes = 262_144
    var headSeconds = 10

    init() {}

    /// - Parameter bytes: A `welcome`.
    init(_ bytes: borrowing Span<UInt8>) {
        inFlight = ByteScan.first(ServerLimits.inFlightKey, in: bytes) ?? inFlight
        frameBytes = ByteScan.first(ServerLimits.frameBytesKey, in: bytes) ?? frameBytes
        headSeconds = ByteScan.first(ServerLimits.headSecondsKey, in: bytes) ?? headSeconds
    }

    private static let inFlightKey = Array("\"inFlight\":".utf8)
    private static let frameBytesKey = Array("\"frameBytes\":".utf8)
    private static let headSecondsKey = Array("\"headSeconds\":".utf8)
}
