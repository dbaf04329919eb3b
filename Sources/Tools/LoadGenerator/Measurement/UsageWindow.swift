/// A period in which the use of the server and of the generator is measured.
struct UsageWindow {
    /// A generator that was busy for more than this share of the time may have been the limit.
    static let limitingShare = 0.95

    private let meter: ServerMeter
    private let start: Int64
    private let server: ServerUse?
    private let own: Int64
    private let loop: LoopUtilization

    /// Starts the period now.
    ///
    /// - Parameter meter: Reads the server's use; of `/metrics`, with a request that blocks.
    /// - Throws: `LoadError` where the server's process has ended.
    init(_ meter: ServerMeter, loop: LoopUtilization) throws(LoadError) {
        self.meter = meter
        self.loop = loop
        server = try meter.read()
        start = MonotonicClock.now
        own = MonotonicClock.ownProcessorTime
    }

    /// The use up to now.
    func read(loop: LoopUtilization) throws(LoadError) -> WindowUsage {
        let now = MonotonicClock.now
        let ownTime = MonotonicClock.ownProcessorTime - own
        var usage = WindowUsage(
            seconds: MonotonicClock.seconds(now - start),
            generatorMicroseconds: Double(ownTime) / 1_000,
            generatorShare: Double(ownTime) / Double(max(now - start, 1)),
            busyShare: loop.busyShare(since: self.loop))
        // Behind a balancer the figures may be another server's, or those of one that was started anew.
        if let server, let current = try meter.read(),
            current.processorTime >= server.processorTime
        {
            usage.serverMicroseconds = Double(current.processorTime - server.processorTime) / 1_000
            usage.memory = current.memory
            usage.memoryGrowth = current.memory - server.memory
        }
        return usage
    }
}

/// The use of the server and of the generator in a period.
struct WindowUsage {
    var seconds: Double
    var generatorMicroseconds: Double
    /// The processor time of the generator, as a share of the period.
    var generatorShare: Double
    /// The share of the period in which the loop did not wait.
    var busyShare: Double
    /// The processor time of the server; nil: it is not known.
    var serverMicroseconds: Double?
    /// The resident memory of the server at the end, in bytes.
    var memory: Int?
    var memoryGrowth: Int?

    var isGeneratorLimited: Bool { max(generatorShare, busyShare) >= UsageWindow.limitingShare }
}

/// The measurements of a closed loop.
struct ClosedLoopResult {
    var counters: LoadCounters
    var use: WindowUsage
    var bytes: Int

    var editsPerSecond: Double { Double(counters.answers) / use.seconds }
}
