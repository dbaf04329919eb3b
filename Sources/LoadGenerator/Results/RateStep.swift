/// One rate that was tried.
package struct RateStep: Hashable, Sendable {
    /// Edits a second that were due, and that were answered.
    var rate: Double
    var achieved: Double
    /// Milliseconds from when an edit was due to its delivery.
    var p50: Double
    var p90: Double
    var p99: Double
    var longest: Double
    /// Of the server, where its process is known.
    var microsecondsPerEdit: Double?
    var microsecondsPerDelivery: Double?
    /// The part of a processor that the generator used.
    var generatorShare: Double
    var isMet: Bool
}
