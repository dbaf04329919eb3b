import CLinux
import Foundation

/// A period in which the use of the server and of the generator is measured.
struct UsageWindow {
    /// A generator that was busy for more than this share of the time may have been the limit.
    static let limitingShare = 0.95

    private let process: Int32?
    private let start: Int64
    private let server: ProcessUsage?
    private let own: Int64
    private let loop: LoopUtilization

    /// Starts the period now.
    ///
    /// - Parameter process: The server's process; nil: its use is not measured.
    /// - Throws: `LoadError` where there is no such process.
    init(process: Int32?, loop: LoopUtilization) throws(LoadError) {
        self.process = process
        self.loop = loop
        if let process { server = try ProcessUsage(of: process) } else { server = nil }
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
        if let process, let server {
            let current = try ProcessUsage(of: process)
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
    /// The processor time of the server; nil: its process is not known.
    var serverMicroseconds: Double?
    /// The resident memory of the server at the end, in bytes.
    var memory: Int?
    var memoryGrowth: Int?

    var isGeneratorLimited: Bool { max(generatorShare, busyShare) >= UsageWindow.limitingShare }
}

/// The processor time and memory that a process has used up to now.
struct ProcessUsage {
    /// The processor time of all threads, in nanoseconds.
    var processorTime: Int64
    /// The resident memory, in bytes.
    var memory: Int

    /// Reads the use of a process.
    ///
    /// - Throws: `LoadError` where there is no such process.
    init(of process: Int32) throws(LoadError) {
        processorTime = lockstep_processor_time(process)
        let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
        let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        guard processorTime >= 0, let pages else {
            throw LoadError("there is no process \(process) whose use could be read")
        }
        memory = pages * Int(getpagesize())
    }
}
