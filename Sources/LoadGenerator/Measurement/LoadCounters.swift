/// What a fleet has counted since a measurement began.
struct Tally {
    /// Edits that were answered.
    var answers = 0
    /// Change sets that reached a member, each counted for each member.
    var deliveries = 0
    /// Frames of change sets.
    var frames = 0
    /// From when an edit was due to when its editor had the answer.
    var answerLatencies = Latencies()
    /// From when an edit was due to when a member that does not edit had it.
    var deliveryLatencies = Latencies()
    /// Edits that were due before this time are not in the latencies.
    var start: Int64 = 0
}
