import CLinux
import Foundation

/// Where a thread may run.
package enum Processor {
    /// Keeps this thread, and the processes that it starts, on one processor; nil: on none.
    package static func pin(to processor: Int?) throws(LoadError) {
        let all = ProcessInfo.processInfo.processorCount
        if let processor {
            guard lockstep_pin(0, Int32(processor)) == 0 else {
                throw LoadError(
                    "there is no processor \(processor) to run on; they are 0 to \(all - 1)")
            }
        } else {
            guard lockstep_unpin(0) == 0 else { throw .system("sched_setaffinity") }
        }
    }
}
