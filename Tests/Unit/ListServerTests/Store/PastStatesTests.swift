import EditScripts
import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import TestSeeds
import Testing

@testable import ListDocument
@testable import ListHosting
@testable import ServerTesting

/// Every kept revision is told as it was, and restored.
@Suite struct PastStatesTests {
    private func states(_ journal: any JournalReading) -> PastStates {
        PastStates(journal: journal, limits: ProtocolLimits(), epoch: "e")
    }

    private func past(_ stored: StoredList, _ revision: Int) async -> ListState? {
        guard
            case .success(.kept(let state)) = await states(stored.journal).past(
                of: ListID("l"), at: revision)
        else { return nil }
        return state
    }

    /// Stores random edits, undone and redone at times, in records of up to four, with snapshots between
    /// them; gives the list as it was at each revision.
    private func random(_ seed: UInt64) async throws -> (StoredList, [ListState]) {
        var stored = try await StoredList()
        var model = [stored.list.list.state()]
        var edits = RandomEdits(seed: seed)
        for id in 1...60 {
            var batch: [EditRequest] = []
            for offset in 0...edits.random.below(4) {
                let made = edits.edit(stored.list.list.state())
                let number = 10 * id + offset
                batch.append(
                    edits.random.chance(15)
                        ? undo(number, redo: edits.random.chance(30)) : edit(number, made.actions))
            }
            var alone = stored.list
            for request in batch {
                let before = alone.list.revision
                _ = alone.apply([request], now: before + 1)
                if alone.list.revision > before { model.append(alone.list.state()) }
            }
            try await stored.store(batch)
            if edits.random.chance(15) { try await stored.saveSnapshot() }
        }
        return (stored, model)
    }

    @Test(arguments: TestSeeds.range(1 as UInt64))
    func everyRevision_equalsTheModel(seed: UInt64) async throws {
        let (stored, model) = try await random(seed)
        try #require(model.count > 20)
        for (revision, state) in model.enumerated() {
            #expect(await past(stored, revision)?.shown == state.shown, "seed \(seed) \(revision)")
        }
        let kept = model.count / 2
        let start = try await stored.journal.trim(list: "l", through: kept)
        #expect(start <= kept)
        let base = try #require(await stored.journal.loadBase(list: "l")).position.revision
        for (revision, state) in model.enumerated() where revision >= base {
            #expect(await past(stored, revision)?.shown == state.shown, "seed \(seed) \(revision)")
        }
    }

    @Test(arguments: TestSeeds.range(2 as UInt64))
    func everyRevision_isRestored_andItsRecordReplays(seed: UInt64) async throws {
        var (stored, model) = try await random(seed)
        for revision in model.indices.reversed() where revision % 3 == 0 {
            let state = try #require(await past(stored, revision))
            let request = restore(revision, 10_000 + model.count - revision)
            try await stored.store(request, EditReads(past: .kept(state)))
            #expect(stored.list.list.state().shown == model[revision].shown)
        }
        let (loaded, _, _) = try await stored.loader.load(try stored.head)
        #expect(loaded.list.state() == stored.list.list.state(), "seed \(seed)")
    }

    @Test func whatIsTrimmed_isGone() async throws {
        var stored = try await StoredList()
        try await stored.store(1...6)
        try await stored.saveSnapshot()
        try await stored.store(7...9)
        try await stored.saveSnapshot()
        try await stored.store(10...12)
        try await stored.saveSnapshot()
        _ = try await stored.journal.trim(list: "l", through: 9)
        let base = try #require(await stored.journal.loadBase(list: "l")).position.revision
        try #require(base > 0)
        guard
            case .success(.gone) = await states(stored.journal).past(
                of: ListID("l"), at: base - 1)
        else {
            Issue.record("revision \(base - 1) is still told")
            return
        }
        #expect(await past(stored, base) != nil)
    }

    @Test func namedVersion_isToldThoughItsRecordsAreGone_andVerified() async throws {
        var stored = try await StoredList()
        try await stored.store(1...4)
        let named = try #require(await past(stored, 2))
        let body = ListSnapshot(state: named, at: 9).encoded
        _ = try await stored.journal.saveVersion(
            NamedVersion(name: "v", revision: 2, at: 9, user: nil), body, of: "l", epoch: "e",
            most: 9)
        for ids in [5...6, 7...8, 9...10] {
            try await stored.store(ids)
            try await stored.saveSnapshot()
        }
        _ = try await stored.journal.trim(list: "l", through: 9)
        #expect(await past(stored, 1) == nil)
        #expect(await past(stored, 3) == nil)
        #expect(await past(stored, 2) == named)
        let verifier = ListVerifier(stored.journal)
        #expect(try await verifier.verify(try stored.head).isSound)
        _ = try await stored.journal.saveVersion(
            NamedVersion(name: "w", revision: 3, at: 9, user: nil), body, of: "l", epoch: "e",
            most: 9)
        let findings = try await verifier.verify(try stored.head).findings
        #expect(findings.map(\.revision) == [3])
        #expect(findings.first?.problem.contains("the version w") == true)
    }

    @Test func whatIsDamaged_isNotToldAsGone() async throws {
        var stored = try await StoredList()
        try await stored.store(1...6)
        stored.journal.tamper("l") { records, _ in records[2].isIntact = false }
        #expect(await past(stored, 2) != nil)
        guard
            case .failure(.damaged(let reason)) = await states(stored.journal).past(
                of: ListID("l"), at: 4)
        else {
            Issue.record("a damaged record is told as something else")
            return
        }
        #expect(reason.hasPrefix("revision 3: "))
        let meddled = MeddledJournal(journal: stored.journal) { () throws(JournalError) in
            throw .failed("no disk")
        }
        guard case .failure(.unavailable) = await states(meddled).past(of: ListID("l"), at: 1)
        else {
            Issue.record("a store that cannot be read is told as something else")
            return
        }
    }

    @Test func restoreWithoutAState_isNotApplied() async throws {
        var list = try makeList(["a", "b"])
        _ = list.apply([edit(1, [rename("a", "x")])], now: 1)
        #expect(list.demand(of: restore(0, 2)) == .past(0))
        #expect(list.demand(of: restore(2, 2)) == .work(1))
        var queue = EditQueue([restore(0, 2), edit(3, [rename("b", "y")])])
        let waiting = list.apply(&queue, now: 2)
        #expect(waiting.answers.isEmpty && waiting.wantedPast == 0 && queue.count == 2)
        queue.supply(.gone, of: 0)
        queue.unblock(withHistory: false)
        let batch = list.apply(&queue, now: 2)
        guard case .rejected(let rejection)? = batch.answers.first?.outcome else {
            Issue.record("restored from nothing")
            return
        }
        #expect(rejection.code == .staleBase && batch.answers.count == 2)
    }
}
