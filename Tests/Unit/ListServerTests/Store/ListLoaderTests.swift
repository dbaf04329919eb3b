import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import Testing

@testable import ListDocument
@testable import ListHosting
@testable import ListSequencing
@testable import ServerTesting

/// A list is served as it was written or not at all.
@Suite struct ListLoaderTests {
    typealias Damage = @Sendable (inout [StoredRecord], inout StoredSnapshot) -> Void

    private static func altered(_ bytes: [UInt8], _ from: String, _ to: String) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).replacing(from, with: to).utf8)
    }

    /// What is done to a list at revision 6 with a snapshot at 3, and what is said of it.
    static let damages: [(String, Int, String, Damage)] = [
        (
            "altered snapshot", 3, "the snapshot is not as it was written",
            { _, snapshot in
                snapshot.body = altered(snapshot.body, #""id":"c""#, #""id":"x""#)
                snapshot.isIntact = false
            }
        ),
        ("cut snapshot", 3, "cannot be read", { _, snapshot in snapshot.body.removeLast(9) }),
        (
            "snapshot of another revision", 3, "says of itself revision 4",
            { _, snapshot in
                snapshot.body = altered(snapshot.body, #""revision":3"#, #""revision":4"#)
            }
        ),
        (
            "altered record", 5, "the record is not as it was written",
            { records, _ in records[4].isIntact = false }
        ),
        ("cut record", 5, "cannot be read", { records, _ in records[4].body.removeLast(9) }),
        (
            "record of another log", 5, "follows another than the one",
            { records, _ in records[4].previous = 1 }
        ),
        ("missing record", 5, "1 record is missing", { records, _ in records.remove(at: 4) }),
        ("missing last record", 6, "the log ends", { records, _ in records.removeLast() }),
        ("missing log", 4, "the log ends", { records, _ in records.removeAll() }),
        (
            "record of another revision", 7, "does not begin at revision 5",
            { records, _ in
                records[4].body = altered(
                    records[4].body, #""revision":5"#, #""revision":7"#)
                records[4].position.revision = 7
            }
        ),
        (
            "record that does not fit", 5, "does not fit",
            { records, _ in
                records[4].body = altered(records[4].body, #""at":[0,0]"#, #""at":[0,2]"#)
            }
        ),
    ]

    @Test(arguments: damages.indices)
    func whatIsDamaged_isToldAsSuchAndWhere(index: Int) async throws {
        let (name, revision, reason, damage) = Self.damages[index]
        var stored = try await StoredList()
        try await stored.store(1...3)
        try await stored.saveSnapshot()
        try await stored.store(4...6)
        #expect(try await stored.unreadable() == nil)
        stored.journal.tamper("l", damage)
        let error = try await stored.unreadable()
        #expect(error?.list == "l" && error?.revision == revision, "\(name): \(error as Any)")
        #expect(error?.reason.contains(reason) == true, "\(name): \(error as Any)")
    }

    @Test func storeThatCannotBeReadNow_isNoDamage() async throws {
        var stored = try await StoredList()
        try await stored.store(1...3)
        let journal = MeddledJournal(journal: stored.journal) { () throws(JournalError) in
            throw .failed("no disk")
        }
        let loader = ListLoader(journal: journal, limits: ProtocolLimits())
        await #expect(throws: JournalError.failed("no disk")) {
            _ = try await loader.load(try stored.head)
        }
        let corrupt = MeddledJournal(journal: stored.journal) { () throws(JournalError) in
            throw .corrupt(path: "p", detail: "a page is damaged")
        }
        await #expect(
            throws: ListUnreadable(list: "l", revision: 3, reason: "a page is damaged")
        ) {
            let loader = ListLoader(journal: corrupt, limits: ProtocolLimits())
            _ = try await loader.load(try stored.head)
        }
    }

    /// Another server has deleted it and made it anew, which this one has not heard of.
    @Test func listWithTheSameID_isNotReadInItsPlace() async throws {
        var stored = try await StoredList()
        try await stored.store(1...3)
        var head = try stored.head
        head.epoch = "before"
        let anew = JournalError.failed("another server has deleted the list and made it anew")
        await #expect(throws: anew) { _ = try await stored.loader.load(head) }
        let loader = ListLoader(
            journal: stored.journal, limits: ProtocolLimits(), epoch: head.epoch)
        await #expect(throws: anew) {
            _ = try await loader.olderSets(
                of: ListID("l"), after: 0, through: 2, maximumBytes: .max)
        }
    }

    /// Another server deletes it while it is read.
    @Test func listThatGoes_isNoDamage() async throws {
        var stored = try await StoredList()
        try await stored.store(1...3)
        let (memory, head) = (stored.journal, try stored.head)
        let journal = MeddledJournal(journal: memory) { () throws(JournalError) in
            try await memory.delete(list: "l", epoch: "e")
        }
        let loader = ListLoader(journal: journal, limits: ProtocolLimits(), epoch: "e")
        let deleted = JournalError.failed("another server has deleted the list")
        await #expect(throws: deleted) { _ = try await loader.load(head) }
        await #expect(throws: deleted) {
            try await loader.sets(of: ListID("l"), after: 0, through: 3)
        }
    }

    @Test func recordsThatAnotherServerLetsGoMeanwhile_areNoDamage() async throws {
        var stored = try await StoredList()
        try await stored.store(1...3)
        try await stored.saveSnapshot()
        try await stored.store(4...6)
        let (memory, head) = (stored.journal, try stored.head)
        let newer = StoredSnapshot(position: head.position, body: stored.list.snapshot.encoded)
        let isBegun = Flag()
        let journal = MeddledJournal(journal: memory) { () throws(JournalError) in
            // The older snapshot is read by then.
            guard isBegun.isSet else { return isBegun.set() }
            try await memory.saveSnapshot(newer, of: "l", epoch: "e")
            try await memory.saveBase(newer, of: "l", epoch: "e")
            _ = try await memory.trim(list: "l", through: 5)
        }
        let loader = ListLoader(journal: journal, limits: ProtocolLimits())
        await #expect(throws: JournalError.failed("records were let go while they were read")) {
            _ = try await loader.load(head)
        }
        let (list, _, _) = try await loader.load(head)
        #expect(list.list.revision == 6)
    }

    @Test func missingRecordOfThePast_isNoHistoryThatBeginsBehindIt() async throws {
        var stored = try await StoredList()
        try await stored.store(1...8)
        stored.journal.tamper("l") { records, _ in records.remove(at: 3) }
        let loader = stored.loader
        let list = ListID("l")
        await #expect(throws: ListUnreadable.self) {
            try await loader.sets(of: list, after: 0, through: 8)
        }
        let whole = try await loader.sets(of: list, after: 4, through: 7)
        #expect(whole.map(\.revision) == [5, 6, 7])
        // The first ones are missing, and nothing says that they may be.
        stored.journal.tamper("l") { records, _ in records.removeFirst(3) }
        await #expect(throws: ListUnreadable.self) {
            try await loader.sets(of: list, after: 0, through: 8)
        }
        stored.journal.tamper("l") { records, _ in records.removeAll() }
        await #expect(throws: ListUnreadable.self) {
            try await loader.sets(of: list, after: 4, through: 8)
        }
    }

    @Test func trimmedHistory_beginsLater() async throws {
        var stored = try await StoredList()
        try await stored.store(1...4)
        try await stored.saveSnapshot()
        try await stored.store(5...8)
        try await stored.saveSnapshot()
        try await stored.store(9...9)
        try await stored.saveSnapshot()
        #expect(try await stored.journal.trim(list: "l", through: 6) == 4)
        let loader = stored.loader
        let list = ListID("l")
        for last in [9, 6] {
            let sets = try await loader.sets(of: list, after: 0, through: last)
            #expect(sets.map(\.revision) == Array(5...last))
        }
        #expect(try await loader.sets(of: list, after: 0, through: 3).isEmpty)
        #expect(try await loader.oldestKept(list)?.revision == 4)
    }

    @Test func recordsTrimmedWhileTheyAreRead_leaveNoGap() async throws {
        var stored = try await StoredList()
        try await stored.store(1...6)
        try await stored.saveSnapshot()
        try await stored.store(7...12)
        let memory = stored.journal
        let reads = Counter()
        let journal = MeddledJournal(journal: memory) { () throws(JournalError) in
            guard reads.next() == 3 else { return }
            // Between two portions, everything up to the snapshot goes.
            guard let snapshot = try await memory.loadSnapshot(list: "l") else { return }
            try await memory.saveBase(snapshot, of: "l", epoch: "e")
            _ = try await memory.trim(list: "l", through: 6)
        }
        let loader = ListLoader(journal: journal, limits: ProtocolLimits())
        let sets = try await loader.sets(of: ListID("l"), after: 0, through: 12)
        #expect(sets.map(\.revision) == Array(7...12))
        #expect(memory.records(of: "l").count == 6)
    }

    @Test func olderSets_areTheNewestThatFit() async throws {
        var stored = try await StoredList()
        try await stored.store(1...5)
        try await stored.store((6...9).map { edit($0, [move("a", $0 % 3)]) })
        let loader = stored.loader
        let list = ListID("l")
        let records = try stored.journal.records(of: "l").map { try ListRecord(decoding: $0.body) }
        let sets = records.flatMap(\.sets).prefix(8)
        let all = try await loader.olderSets(of: list, after: 0, through: 8, maximumBytes: .max)
        #expect(all.sets.map(\.revision) == Array(1...8) && !all.isCut)
        for (older, set) in zip(all.sets, sets) {
            let decoded = try older.decoded()
            #expect(older.encoded == set.encoded)
            #expect(decoded.revision == set.revision && decoded.changes == set.changes)
            #expect(try decoded.inverse == set.inverse.decoded())
        }
        let one = all.sets[7].encoded.count
        let sent = try await loader.olderSets(
            of: list, after: 0, through: 8, maximumBytes: 2 * one + one / 2,
            withInverses: false)
        #expect(sent.sets.map(\.revision) == [7, 8] && sent.isCut)
        #expect(sent.bytes == sent.sets.reduce(0) { $0 + $1.encoded.count })
        #expect(try sent.sets[0].decoded().inverse == nil)
        let none = try await loader.olderSets(of: list, after: 0, through: 8, maximumBytes: 5)
        #expect(none.sets.isEmpty && none.isCut)
        let nothing = try await loader.olderSets(
            of: list, after: 8, through: 8, maximumBytes: 5)
        #expect(nothing.sets.isEmpty && !nothing.isCut)
    }

    @Test func oldestKept_isWhereTheFirstRecordBegins() async throws {
        var stored = try await StoredList()
        let list = ListID("l")
        #expect(try await stored.loader.oldestKept(list) == nil)
        try await stored.store((1...3).map { edit($0, [rename("a", "v\($0)")]) })
        #expect(try await stored.loader.oldestKept(list) == OldestKept(revision: 0, at: 1))
        try await stored.store(4...5)
        stored.journal.tamper("l") { records, _ in records.removeFirst() }
        #expect(try await stored.loader.oldestKept(list) == OldestKept(revision: 3, at: 4))
        stored.journal.tamper("l") { records, _ in
            // One that begins with a step without a set.
            let sets = (try? ListRecord(decoding: records[0].body).steps) ?? []
            records[0].body =
                ListRecord(steps: [.dropped(.undo, of: ana.client)] + sets, answered: [])
                .encoded
        }
        #expect(try await stored.loader.oldestKept(list) == OldestKept(revision: 3, at: 4))
        // A server lets it go while it is read.
        let memory = stored.journal
        let trimmed = MeddledJournal(journal: memory) { () throws(JournalError) in
            memory.tamper("l") { records, _ in records.removeFirst() }
        }
        let loader = ListLoader(journal: trimmed, limits: ProtocolLimits())
        await #expect(throws: JournalError.self) { try await loader.oldestKept(list) }
    }

    @Test func cutSets_areThoseOfTheWholeRecord() async throws {
        var stored = try await StoredList()
        try await stored.store(
            [
                edit(1, [rename("a", #"\"{[,]}\\"#)]), edit(2, [move("b", 0)]),
                undo(3), edit(4, [.deleteRows([RowID("a"), RowID("c")])]), undo(5),
            ])
        let body = try #require(stored.journal.records(of: "l").first?.body)
        let record = try ListRecord(decoding: body)
        let cuts = try RecordLayout.all(in: body)
        #expect(cuts.map(\.revision) == record.sets.map(\.revision) && cuts.count == 5)
        for (cut, set) in zip(cuts, record.sets) {
            #expect(Array(body[cut.set]) == set.encoded)
            #expect(Array(body[cut.inverse]) == set.inverse.bytes)
        }
        for count in 0..<body.count {
            _ = try? RecordLayout.all(in: Array(body.prefix(count)))
        }
    }

    @Test func damagedOrigin_isNotMadeIntoASoundOne() async throws {
        var stored = try await StoredList()
        try await stored.store(1...6)
        stored.journal.damageBase(of: "l")
        var options = HistoryOptions()
        options.days = 1
        let compaction = Compaction(
            journal: stored.journal, limits: ProtocolLimits(), options: options,
            now: 3 * HistoryOptions.dayMilliseconds)
        let outcome = try await compaction.run(stored.list, at: try stored.head)
        #expect(outcome.problem?.contains("not as it was written") == true)
        #expect(outcome.oldest == nil)
        #expect(try await stored.journal.loadBase(list: "l")?.isIntact == false)
        #expect(stored.journal.records(of: "l").count == 6)
        #expect(try await stored.journal.loadSnapshot(list: "l")?.position.revision == 6)
    }
}

extension ListLoader {
    fileprivate func sets(
        of list: ListID, after revision: Int, through last: Int
    ) async throws -> [StoredChange] {
        try await olderSets(of: list, after: revision, through: last, maximumBytes: .max).sets
    }
}
