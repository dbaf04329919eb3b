import Foundation

/// The id of a process that two threads ask for.
final class ProcessBox: @unchecked Sendable {
    private let lock = NSLock()
    private var process: Int32 = -1

    var id: Int32 {
        get { lock.withLock { process } }
        set { lock.withLock { process = newValue } }
    }
}
