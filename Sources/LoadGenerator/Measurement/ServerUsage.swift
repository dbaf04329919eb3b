import CLinux
import Foundation

/// What a server's process has used up to now.
struct ServerUsage {
    /// Processor time of all its threads, in nanoseconds.
    var processorTime: Int64
    /// Resident bytes.
    var memory: Int

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
