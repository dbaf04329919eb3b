/// The measurements of a closed loop.
struct ClosedLoopResult {
    var counters: LoadCounters
    var use: WindowUsage
    var bytes: Int

    var editsPerSecond: Double { Double(counters.answers) / use.seconds }
}
