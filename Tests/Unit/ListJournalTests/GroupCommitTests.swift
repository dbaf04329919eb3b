import Dispatch
import Foundation
import GRDB
import Synchronization
import Testing

@testable import ListJournal

@Suite(.timeLimit(.minutes(10)))
struct GroupCommitTests {
    /// Operations that wait while the writer is occupied, and in which transaction each one ran.
    private final class Order: Sendable {
        private let ran: Mutex<[String]> = Mutex([])
        var names: [String] { ran.withLock { $0 } }

        func operation(_ name: String, bytes: Int) -> GroupCommit.Operation {
            GroupCommit.Operation(
                bytes: bytes,
                body: { db in
                    try db.execute(sql: "UPDATE probes SET count = count + 1")
                    self.ran.withLock { $0.append(name) }
                    return { self.ran.withLock { $0.append(name + " stored") } }
                }, failed: { _ in })
        }
    }

    /// Submits operations that all wait for one that occupies the writer, and awaits their end.
    private func commit(_ submit: (GroupCommit) -> Void) async throws {
        let store = try TemporaryStore()
        let pool = try SQLiteStore.open(path: store.path)
        let commits = try GroupCommit(pool: pool)
        let gate = DispatchSemaphore(value: 0)
        await withCheckedContinuation { continuation in
            commits.submit(
                GroupCommit.Operation(
                    bytes: 0,
                    body: { _ in
                        continuation.resume()
                        gate.wait()
                        return {}
                    }, failed: { _ in }))
        }
        submit(commits)
        gate.signal()
        await commits.close()
    }

    @Test func smallOperation_waitsForNoMoreThanOneTransactionOfLargeOnes() async throws {
        let order = Order()
        try await commit { commits in
            for number in 1...3 {
                commits.submit(order.operation("large \(number)", bytes: 600_000))
            }
            commits.submit(order.operation("small", bytes: 100))
        }
        #expect(
            order.names == [
                "small", "large 1", "small stored", "large 1 stored", "large 2", "large 2 stored",
                "large 3", "large 3 stored",
            ])
    }

    @Test func largeOperations_shareATransactionUpToItsBytes() async throws {
        let order = Order()
        try await commit { commits in
            commits.submit(order.operation("whole", bytes: 5 << 20))
            for number in 1...3 {
                commits.submit(
                    order.operation("half \(number)", bytes: GroupCommit.transactionBytes / 2))
            }
        }
        #expect(
            order.names == [
                "whole", "whole stored", "half 1", "half 2", "half 1 stored", "half 2 stored",
                "half 3", "half 3 stored",
            ])
    }

    @Test func operationThatFails_failsAlone() async throws {
        let store = try TemporaryStore()
        let pool = try SQLiteStore.open(path: store.path)
        let commits = try GroupCommit(pool: pool)
        // All of these wait for the one that occupies the writer, and go into one transaction.
        let gate = DispatchSemaphore(value: 0)
        commits.submit(
            GroupCommit.Operation(
                bytes: 0,
                body: { _ in
                    gate.wait()
                    // It may be run again with the others.
                    gate.signal()
                    return {}
                }, failed: { _ in }))
        let (stream, results) = AsyncStream.makeStream(
            of: (Int, Bool).self, bufferingPolicy: .bufferingOldest(5))
        for number in 1...5 {
            commits.submit(
                GroupCommit.Operation(
                    bytes: 0,
                    body: { db in
                        // The third violates a constraint.
                        try db.execute(
                            sql: "INSERT INTO probes VALUES (?, 0)",
                            arguments: [number == 3 ? 1 : number + 1])
                        return { results.yield((number, true)) }
                    }, failed: { _ in results.yield((number, false)) }))
        }
        gate.signal()
        var outcomes: [Int: Bool] = [:]
        for await (number, isStored) in stream {
            outcomes[number] = isStored
            if outcomes.count == 5 { break }
        }
        #expect(outcomes == [1: true, 2: true, 3: false, 4: true, 5: true])
        let count = try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM probes") }
        #expect(count == 5)
        await commits.close()
    }
}
