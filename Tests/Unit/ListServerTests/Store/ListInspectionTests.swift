import Foundation
import ListJournal
import MemoryJournal
import Testing

@testable import ListDocument
@testable import ListHosting
@testable import ServerTesting

/// Counts calls from any thread.
final class Counter: Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var count = 0

    /// The number of this call, from 1.
    func next() -> Int {
        lock.withLock {
            unsafe count += 1
            return unsafe count
        }
    }
}

/// What an inspection has found.
private actor Findings {
    private(set) var reasons: [String: String] = [:]

    func note(_ list: String, _ reason: String) { reasons[list] = reason }
}

/// Damaged lists are found before anyone opens them.
@Suite struct ListInspectionTests {
    private func inspect(
        _ journal: any JournalReading, _ heads: [ListHead],
        isCancelled: @Sendable () -> Bool = { false }
    ) async -> [String: String] {
        let findings = Findings()
        await ListInspection(journal: journal).run(heads, isCancelled: isCancelled) {
            await findings.note($0, $1)
        }
        return await findings.reasons
    }

    /// A list at revision 6 with a snapshot at 3.
    private func makeList() async throws -> StoredList {
        var stored = try await StoredList()
        try await stored.store(1...3)
        try await stored.saveSnapshot()
        try await stored.store(4...6)
        return stored
    }

    @Test func soundList_isNotNamed() async throws {
        let stored = try await makeList()
        #expect(await inspect(stored.journal, [try stored.head]).isEmpty)
        // What stands before the snapshot is not needed.
        stored.journal.tamper("l") { records, _ in records.removeFirst(2) }
        #expect(await inspect(stored.journal, [try stored.head]).isEmpty)
    }

    @Test func damagedList_isNamedWithWhy() async throws {
        let damages: [(String, ListLoaderTests.Damage)] = [
            ("the snapshot is not as", { _, snapshot in snapshot.isIntact = false }),
            ("the record is not as", { records, _ in records[4].isIntact = false }),
            ("2 records are missing", { records, _ in records.removeSubrange(3...4) }),
            ("the log ends at revision 5", { records, _ in records.removeLast() }),
        ]
        for (reason, damage) in damages {
            let stored = try await makeList()
            stored.journal.tamper("l", damage)
            let found = await inspect(stored.journal, [try stored.head])
            #expect(found["l"]?.contains(reason) == true, "\(reason): \(found)")
        }
    }

    @Test func listDeletedMeanwhile_isNotNamed() async throws {
        let stored = try await makeList()
        let head = try stored.head
        try await stored.journal.delete(list: "l", epoch: "e")
        #expect(await inspect(stored.journal, [head]).isEmpty)
    }

    @Test func listCompactedMeanwhile_isNotNamed() async throws {
        let stored = try await makeList()
        let head = try stored.head
        let reads = Counter()
        let memory = stored.journal
        let snapshot = StoredSnapshot(
            position: head.position, body: stored.list.snapshot.encoded)
        let journal = MeddledJournal(journal: memory) { () throws(JournalError) in
            // Between the snapshot and the records after it.
            guard reads.next() == 2 else { return }
            memory.tamper("l") { records, stored in
                stored = snapshot
                records.removeAll()
            }
        }
        #expect(await inspect(journal, [head]).isEmpty)
    }

    @Test func cancelledInspection_endsAndNamesNothing() async throws {
        let stored = try await makeList()
        stored.journal.tamper("l") { records, _ in records.removeLast() }
        #expect(
            await inspect(stored.journal, [try stored.head], isCancelled: { true }).isEmpty)
    }
}
