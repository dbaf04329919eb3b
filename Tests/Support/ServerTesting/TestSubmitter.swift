import Foundation
import ListEditing
import ListProtocol

@testable import ListDocument
@testable import ListServer

/// Collects the answers of edits, and lets a test wait for them.
final class TestSubmitter: EditSubmitter {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var answers: [Int: EditOutcome] = [:]
    nonisolated(unsafe) private var waiting: [Int: CheckedContinuation<EditOutcome, Never>] = [:]

    func answered(_ edit: AnsweredEdit, in list: ListID, counts: [Int], isDelivered: Bool) {
        let continuation = lock.withLock {
            unsafe answers[edit.id] = edit.outcome
            return unsafe waiting.removeValue(forKey: edit.id)
        }
        continuation?.resume(returning: edit.outcome)
    }

    func leftUnanswered(id: Int, list: ListID) {}

    func answer(to id: Int) async -> EditOutcome {
        await withCheckedContinuation { continuation in
            let known = lock.withLock {
                let known = unsafe answers[id]
                if known == nil { unsafe waiting[id] = continuation }
                return known
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
