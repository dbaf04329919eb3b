import ListEditing
import ListJournal
import MemoryJournal
import Testing

@testable import ListDocument
@testable import ListHosting
@testable import ServerTesting

/// Of a damaged list, all that is as it was written can be had.
@Suite struct SalvageTests {
    /// A list at revision 9, with snapshots at 0, 3 and 6.
    private func makeList() async throws -> StoredList {
        var stored = try await StoredList()
        try await stored.store(1...3)
        try await stored.saveSnapshot()
        try await stored.store(4...6)
        try await stored.saveSnapshot()
        try await stored.store(7...9)
        return stored
    }

    private func salvage(_ stored: StoredList) async throws -> StoredLists.Salvage {
        try await StoredLists(stored.journal).salvage(try stored.head)
    }

    @Test func soundList_isWholeAndNothingIsSaid() async throws {
        let stored = try await makeList()
        let saved = try await salvage(stored)
        #expect(saved.state == stored.list.list.state() && saved.problems.isEmpty)
    }

    @Test func damagedSnapshot_isMadeFromAnOlderOne() async throws {
        let stored = try await makeList()
        stored.journal.tamper("l") { _, snapshot in snapshot.isIntact = false }
        let saved = try await salvage(stored)
        #expect(saved.state == stored.list.list.state())
        #expect(
            saved.problems == [
                "revision 6, the newest snapshot: the snapshot is not as it was written"
            ])
    }

    @Test(arguments: [false, true])
    func damagedRecord_endsTheListBeforeIt(isMissing: Bool) async throws {
        let stored = try await makeList()
        stored.journal.tamper("l") { records, snapshot in
            if isMissing { records.remove(at: 7) } else { records[7].isIntact = false }
        }
        let saved = try await salvage(stored)
        #expect(saved.state?.revision == 7)
        #expect(saved.problems.count == 1 && saved.problems[0].hasPrefix("revision 8: "))
        stored.journal.tamper("l") { _, snapshot in snapshot.body = [] }
        #expect(try await salvage(stored).state?.revision == 7)
    }

    @Test func recordThatDoesNotFit_leavesNothingHalfDone() async throws {
        var stored = try await makeList()
        try await stored.store([edit(10, [rename("b", "x")]), edit(11, [move("a", 2)])])
        stored.journal.tamper("l") { records, _ in
            let text = String(decoding: records[9].body, as: UTF8.self)
            records[9].body = Array(
                text.replacing(#""from":[0,0],"to":[0,2]"#, with: #""from":[0,1],"to":[0,2]"#).utf8)
        }
        let saved = try await salvage(stored)
        #expect(saved.state?.revision == 9)
        #expect(saved.problems.first?.contains("does not fit") == true)
    }

    @Test func listWithoutAnySnapshot_isLost() async throws {
        let stored = try await StoredList()
        stored.journal.tamper("l") { _, snapshot in snapshot.isIntact = false }
        try await stored.journal.saveBase(
            StoredSnapshot(
                position: JournalPosition(revision: 0, token: 0), body: [], isIntact: false),
            of: "l", epoch: "e")
        let saved = try await salvage(stored)
        #expect(saved.state == nil && saved.problems.count == 1)
    }
}
