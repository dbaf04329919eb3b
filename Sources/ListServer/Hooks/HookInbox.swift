// Canonical equivalence in this file: lists are known by their ids, which this program has made or checked.
import Foundation

/// The lists that have changed since a hook's sender looked last.
final class HookInbox: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var revisions: [String: Int] = [:]

    /// - Returns: Whether the sender has to be told to look.
    func add(_ list: String, _ revision: Int) -> Bool {
        lock.withLock {
            defer { unsafe revisions[list] = revision }
            return unsafe revisions.isEmpty
        }
    }

    func take() -> [String: Int] {
        lock.withLock {
            defer { unsafe revisions = [:] }
            return unsafe revisions
        }
    }
}
