import CLinux
import Dispatch
import ListDocument
import ListSequencing

/// A thread for work that is too much for a turn of the event loop: first come, first served.
///
/// One at a time, so that expensive requests leave the machine's other cores to the loop and the
/// journal. Bounded by those who wait: a list has one work under way, and a session one new list.
package final class WorkerQueue: Sendable {
    private let add: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// A queue with a thread of its own.
    convenience init(label: String) {
        let queue = DispatchQueue(label: label, qos: .utility)
        self.init { queue.async(execute: $0) }
    }

    /// - Parameter add: Does one work after the other, in the order of the calls, and not before it returns.
    init(add: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.add = add
    }

    /// Calls `work` on the queue's thread.
    func begin(_ work: @escaping @Sendable () -> Void) { add(work) }

    /// Does the work, and calls `done` on the queue's thread.
    func run(
        _ work: ListWork, on box: ListTransfer,
        _ done: @escaping @Sendable (ListWork.Outcome, ListTransfer) -> Void
    ) {
        add {
            guard var list = box.take() else { return }
            let outcome = work.run(on: &list)
            done(outcome, ListTransfer(list))
        }
    }

    /// Runs `body` and returns what it returned.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            add { continuation.resume(returning: body()) }
        }
    }

    /// Frees a list on the queue's thread; the memory of a large one goes back to the system.
    func release(_ box: ListTransfer) {
        add {
            let bytes = box.take()?.byteCount ?? 0
            // After each list: a thread that allocates meanwhile waits, some milliseconds for what a list has.
            if bytes >= Self.largeBytes { lockstep_return_memory() }
        }
    }

    /// Gives memory back to the system that was freed, if it was for something large: what the allocator keeps
    /// would stay with this process for as long as it runs.
    ///
    /// - Parameter bytes: What it was for.
    package func returnMemory(of bytes: Int) {
        guard bytes >= Self.largeBytes else { return }
        add { lockstep_return_memory() }
    }

    /// Bytes from which on something is large.
    private static let largeBytes = 4 << 20
}
