/// A stretch of time in which the server and the generator are watched.
struct Window {
    /// A generator that was busy for more than this part of the time may have been the limit.
    static let limitingShare = 0.95

    private let process: Int32?
    private let start: Int64
    private let server: ServerUsage?
    private let own: Int64
    private let loop: LoopLoad

    /// Begins now.
    ///
    /// - Parameter process: The server's; nil where it is not known.
    init(process: Int32?, loop: LoopLoad) throws(LoadError) {
        self.process = process
        self.loop = loop
        if let process { server = try ServerUsage(of: process) } else { server = nil }
        start = MonotonicClock.now
        own = MonotonicClock.ownProcessorTime
    }

    /// What was used up to now.
    func read(loop: LoopLoad) throws(LoadError) -> Reading {
        let now = MonotonicClock.now
        let ownTime = MonotonicClock.ownProcessorTime - own
        var reading = Reading(
            seconds: MonotonicClock.seconds(now - start),
            generatorMicroseconds: Double(ownTime) / 1_000,
            generatorShare: Double(ownTime) / Double(max(now - start, 1)),
            busyShare: loop.busyShare(since: self.loop))
        if let process, let server {
            let usage = try ServerUsage(of: process)
            reading.serverMicroseconds = Double(usage.processorTime - server.processorTime) / 1_000
            reading.memory = usage.memory
            reading.memoryGrowth = usage.memory - server.memory
        }
        return reading
    }

    struct Reading {
        var seconds: Double
        var generatorMicroseconds: Double
        /// Of one processor, and of the time that the loop was not waiting.
        var generatorShare: Double
        var busyShare: Double
        var serverMicroseconds: Double?
        /// Resident bytes of the server at the end.
        var memory: Int?
        var memoryGrowth: Int?

        var isGeneratorLimited: Bool { max(generatorShare, busyShare) >= Window.limitingShare }
    }
}
