import Foundation
import Synchronization

/// Which thread a loop runs on.
final class LoopThread: Sendable {
    /// The thread's handle as a number; 0 while there is none.
    private let handle = Atomic<UInt>(0)

    /// Makes the calling thread the loop's.
    func adopt() {
        handle.store(UInt(pthread_self()), ordering: .releasing)
    }

    /// The loop runs no longer.
    func abandon() {
        handle.store(0, ordering: .releasing)
    }

    /// Whether the caller is on it.
    var isCurrent: Bool {
        handle.load(ordering: .acquiring) == UInt(pthread_self())
    }
}
