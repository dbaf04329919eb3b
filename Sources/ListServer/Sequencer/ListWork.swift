import CLinux
import Dispatch
import Foundation
import ListEditing
import ListJournal
import ListProtocol
import WebSocketTransport

/// Work on a list that is too much for one turn of the event loop.
///
/// The list is handed over whole, so that nothing is copied, and comes back with the outcome; until
/// then its other edits and reads wait, and other lists go on.
enum ListWork: Sendable {
    /// One expensive edit.
    case apply(EditRequest, EditReads, now: Int)
    /// Older sets, to rebase places through.
    case adopt(OlderHistory)
    /// The batch that was applied last is taken back.
    case rollBack
    /// Records that other servers stored, to be replayed.
    case replay([StoredRecord], behind: JournalPosition)

    enum Outcome: Sendable {
        case applied(AppliedBatch, record: JournalRecord?, frame: Frame?)
        case adopted
        case rolledBack
        case replayed(Replayed)
    }

    /// What came of replaying records.
    struct Replayed: Sendable {
        /// Those that were replayed.
        var records: ArraySlice<StoredRecord>
        /// The next one does not fit, or is not as it was written: the list may have a part of it.
        var isDamaged = false
    }

    func run(on list: inout LoadedList) -> Outcome {
        switch self {
        case .apply(let request, let reads, let now):
            var queue = EditQueue([request])
            queue.nextReads = reads
            let batch = list.apply(&queue, now: now)
            return .applied(
                batch, record: batch.needsStoring ? list.record(of: batch) : nil,
                frame: list.frame(of: batch))
        case .adopt(let older):
            _ = list.list.prependHistory(older.rebasing)
            return .adopted
        case .rollBack:
            list.rollBack()
            return .rolledBack
        case .replay(let records, let position):
            return .replayed(Self.replay(records, onto: &list, behind: position))
        }
    }

    /// Replays records that follow one another, as far as they are as they were written.
    static func replay(
        _ records: [StoredRecord], onto list: inout LoadedList, behind position: JournalPosition
    ) -> Replayed {
        let replay = RecordReplay(list: list.id.text)
        var last = position
        for (index, record) in records.enumerated() {
            do throws(ListUnreadable) {
                try replay.apply(record, to: &list, behind: last)
            } catch {
                return Replayed(records: records[..<index], isDamaged: true)
            }
            last = record.position
        }
        return Replayed(records: records[...])
    }
}

typealias ListTransfer = Handover<LoadedList>

/// A list, or something else that is large, on its way from one owner to the next.
///
/// Taken out where it arrives, so that there is one reference to it and changing it copies nothing.
final class Handover<Content: Sendable>: Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var content: Content?

    init(_ content: consuming Content) {
        unsafe self.content = content
    }

    /// The content, once; nil: it was taken before.
    func take() -> Content? {
        lock.withLock {
            defer { unsafe content = nil }
            return unsafe content
        }
    }
}

/// A thread for work that is too much for a turn of the event loop: first come, first served.
///
/// One at a time, so that expensive requests leave the machine's other cores to the loop and the
/// journal. Bounded by those who wait: a list has one work under way, and a session one new list.
final class WorkerQueue: Sendable {
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
    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            add { continuation.resume(returning: body()) }
        }
    }

    /// Frees a list on the queue's thread; the memory of a large one goes back to the system.
    func release(_ box: ListTransfer) {
        add {
            let bytes = box.take()?.byteCount ?? 0
            // After each list: whoever allocates meanwhile waits, some milliseconds for what a list has.
            if bytes >= Self.largeBytes { lockstep_return_memory() }
        }
    }

    /// Gives memory back to the system that was freed, if it was for something large: what the allocator keeps
    /// would stay with this process for as long as it runs.
    ///
    /// - Parameter bytes: What it was for.
    func returnMemory(of bytes: Int) {
        guard bytes >= Self.largeBytes else { return }
        add { lockstep_return_memory() }
    }

    /// Bytes from which on something is large.
    private static let largeBytes = 4 << 20
}
