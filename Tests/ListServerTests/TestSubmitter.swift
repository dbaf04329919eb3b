import Foundation
import ListEditing
import ListProtocol

@testable import ListServer

/// Collects the answers of edits, and lets a test wait for them.
final class TestSubmitter: EditSubmitter {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var answers: [Int: EditOutcome] = [:]
    nonisolated(unsafe) private var waiting: [Int: CheckedContinuation<EditOutcome, Never>] = [:]

    func answered(
        _ answer: EditOutcome, id: Int, list: ListID, set: [UInt8]?, counts: [Int],
        isDelivered: Bool
    ) {
        let continuation = lock.withLock {
            unsafe answers[id] = answer
            return unsafe waiting.removeValue(forKey: id)
        }
        continuation?.resume(returning: answer)
    }

    func withheld(id: Int, list: ListID) {}

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
