import Foundation
import MemoryJournal
import NATS
import Testing

@testable import ListJournal

/// What a copy of a store has, and what is left of one that was stopped.
@Suite struct StoreCopyTests {
    /// Copies as `lockstep copy` does.
    private func copy(
        _ source: any JournalReading, _ marks: (any MarkedStore)?, to target: any CopyTarget
    ) async throws -> StoreCopy.Summary {
        let from = StoreCopy.Source(name: "FROM", lists: source, marks: marks)
        return try await StoreCopy(from: from, to: target, named: "TO").run { _, _ in }
    }

    private func open(_ store: JournalStore, copying: Bool = true) async throws -> any Journal {
        switch store {
        case .sqlite(let store): try SQLiteJournal(path: store.path, forCopying: copying)
        case .memory, .jetStream: try await store.open(copying ? .copying : .serving)
        }
    }

    /// Opens a store that lists are copied into.
    private func target(_ store: JournalStore) async throws -> any CopyTarget & Journal {
        try #require(try await open(store) as? any CopyTarget & Journal)
    }

    /// Makes a new list, one with all its records, and one of which records were trimmed.
    private func fill(
        _ journal: any Journal, _ lists: Set<String> = ["new", "whole", "trimmed.1"]
    ) async throws {
        let counts = [("new", 0), ("whole", 5), ("trimmed.1", 12)]
        for (list, count) in counts where lists.contains(list) {
            var position = try #require(try await journal.create(newList(list))).position
            for number in stride(from: 1, through: count, by: 1) {
                // Every third record has no change set.
                let revision = number - number / 3
                let isLong = list == "whole" && number == 4
                let body = [UInt8](repeating: UInt8(number), count: isLong ? 700_000 : 1)
                let outcome = await journal.append(
                    record(revision, body), to: list, expected: position)
                guard case .committed(let next) = outcome else {
                    throw JournalError.failed("\(outcome)")
                }
                position = next
                guard count == 12, number.isMultiple(of: 2) else { continue }
                try await journal.saveSnapshot(
                    StoredSnapshot(position: position, body: [UInt8(100 + number)]), of: list,
                    epoch: "e1")
                if number == 8 { _ = try await journal.trim(list: list, through: 2) }
            }
            for name in count == 12 ? ["b", "before/after"] : [] {
                _ = try await journal.saveVersion(
                    NamedVersion(name: name, revision: 3, at: 7, user: "ana"), [4, 5], of: list,
                    epoch: "e1", most: 9)
            }
        }
    }

    /// All that is kept of a store, as any engine has it.
    private func content(_ journal: any JournalReading) async throws -> [String] {
        var lines: [String] = []
        for head in try await journal.heads() {
            let list = head.list
            lines.append(
                "\(list) \(head.epoch) \(head.title) \(head.rows) \(head.position.token)")
            var position = start
            while case let records = try await journal.read(list: list, after: position, limit: 3),
                let last = records.last
            {
                for (index, record) in records.enumerated() {
                    let (place, body) = (record.position, record.body.hashValue)
                    lines.append(
                        "\(place.token) \(place.revision) \(record.at) \(body) \(record.isIntact)")
                    guard index > 0 else { continue }
                    #expect(record.previous == records[index - 1].position.check)
                }
                position = last.position
            }
            for version in try await journal.versions(list: list) {
                let body = try await journal.loadVersion(version.name, of: list)?.body
                lines.append("\(version) \(body?.count ?? -1)")
            }
            let positions = try #require(try await journal.snapshotPositions(list: list))
            let base = try await journal.loadBase(list: list)
            let nextBase = try await journal.loadNextBase(list: list)
            let newest = try await journal.loadSnapshot(list: list)
            #expect(base?.position == positions.base && newest?.position == positions.newest)
            #expect(nextBase?.position == positions.nextBase)
            for snapshot in [base, nextBase, newest] {
                let place = snapshot?.position
                lines.append(
                    "\(place?.token, default: "-") \(place?.revision, default: "-") "
                        + "\(snapshot?.body ?? []) \(snapshot?.isIntact, default: "-")")
            }
        }
        return lines
    }

    @Test(arguments: [JournalEngine.memory, .sqlite], [JournalEngine.sqlite, .jetStream])
    func aCopyThereAndBack_hasWhatTheStoreHas(from: JournalEngine, to: JournalEngine) async throws {
        let store = try await from.makeStore()
        let journal = try await store.open()
        try await fill(journal)
        let before = try await content(journal)
        #expect(before.contains { $0.hasPrefix("trimmed.1 e1 T8 3 12") })
        let (there, back) = (try await to.makeStore(), try await JournalEngine.sqlite.makeStore())
        let first = try await target(there)
        let summary = try await copy(journal, NoMarks(), to: first)
        #expect(summary == StoreCopy.Summary(lists: 3, skipped: 0, records: 15, isMoved: true))
        #expect(try await content(first) == before)
        let second = try await target(back)
        _ = try await copy(first, NoMarks(), to: second)
        #expect(try await content(second) == before)
        await first.close()
        await second.close()
        // The next append, compaction and trimming go on from it.
        for store in [there, back] {
            let journal = try await open(store, copying: false)
            try await goOn(journal)
            await store.close(journal)
        }
        await store.close(journal)
    }

    private func goOn(_ journal: any Journal) async throws {
        for list in ["new", "trimmed.1", "whole"] {
            let head = try #require(try await journal.head(list: list))
            let kept = try await journal.read(list: list, after: start, limit: 100)
            var check = kept.last?.position.check
            if kept.isEmpty { check = try await journal.loadSnapshot(list: list)?.position.check }
            var expected = head.position
            expected.check = check
            let next = record(expected.revision + 1, [99])
            guard
                case .committed(let position) = await journal.append(
                    next, to: list, expected: expected)
            else { throw JournalError.failed("not appended to \(list)") }
            #expect(position.token == expected.token + 1)
            let read = try await journal.read(list: list, after: expected, limit: 9)
            #expect(read.map(\.body) == [[99]] && read.map(\.previous) == [check])
            try await journal.saveSnapshot(
                StoredSnapshot(position: position, body: [88]), of: list, epoch: "e1")
            #expect(try await journal.loadSnapshot(list: list)?.body == [88])
            _ = try await journal.trim(list: list, through: position.revision)
            #expect(try await journal.head(list: list)?.position == position)
            #expect(try await journal.loadBase(list: list)?.isIntact == true)
        }
    }

    /// The source is used on between two parts of the copying.
    @Test(arguments: [JournalEngine.sqlite, .jetStream])
    func copyThatGoesOn_hasWhatWasDoneToTheSourceMeanwhile(engine: JournalEngine) async throws {
        let source = try await JournalEngine.sqlite.makeStore()
        let journal = try await open(source)
        try await fill(journal)
        let store = try await engine.makeStore()
        let copied = try await target(store)
        // All lists are there; the last step is not.
        await #expect(throws: JournalError.self) {
            _ = try await copy(
                journal, NoMarks { throw JournalError.failed("stopped") }, to: copied)
        }
        #expect(try await copied.heads().count == 3)
        try await journal.delete(list: "new", epoch: "e1")
        try await journal.delete(list: "whole", epoch: "e1")
        let again = NewList(
            list: "whole", epoch: "e2", title: "Another", rows: 1, at: 5, snapshot: [3])
        _ = try await journal.create(again)
        _ = try await journal.saveVersion(
            NamedVersion(name: "late", revision: 3, at: 8, user: nil), [6], of: "trimmed.1",
            epoch: "e1", most: 9)
        let summary = try await copy(journal, NoMarks(), to: copied)
        #expect(summary.removed == 1 && summary.skipped == 0 && summary.others.isEmpty)
        #expect(try await content(copied) == content(journal))
        await copied.close()
        await source.close(journal)
    }

    @Test func copyThatGoesOn_keepsWhatTheTargetHadBefore_andNamesIt() async throws {
        let (source, store) = (
            try await JournalEngine.sqlite.makeStore(), try await JournalEngine.sqlite.makeStore()
        )
        let journal = try await open(source)
        try await fill(journal, ["new", "whole"])
        let copied = try await target(store)
        _ = try await copied.create(newList("own"))
        await #expect(throws: JournalError.self) {
            _ = try await copy(
                journal, NoMarks { throw JournalError.failed("stopped") }, to: copied)
        }
        try await journal.delete(list: "new", epoch: "e1")
        let summary = try await copy(journal, NoMarks(), to: copied)
        #expect(summary.others == ["new", "own"] && summary.removed == 0 && summary.skipped == 1)
        await store.close(copied)
        await source.close(journal)
    }

    /// Stops copying at its first step, its second, and so on, and goes on each time.
    @Test(arguments: [JournalEngine.sqlite, .jetStream])
    func copyStoppedAtAnyStep_goesOnAndShowsNoHalfList(engine: JournalEngine) async throws {
        let source = try await JournalEngine.sqlite.makeStore()
        let filled = try await open(source)
        try await fill(filled, ["new", "trimmed.1"])
        let before = try await content(filled)
        let whole = Set(try await filled.heads().map(\.list))
        await filled.close()
        guard case .sqlite(let file) = source else { return }
        let store = try await engine.makeStore()
        var step = 0
        var isDone = false
        while !isDone {
            let copied = try TemporaryStore()
            try FileManager.default.copyItem(atPath: file.path, toPath: copied.path)
            let journal = try await target(store)
            let stopping = StoppingTarget(journal, after: step)
            var stopped = try StoppedStore(path: copied.path)
            do {
                _ = try await copy(stopped.reader, stopped, to: stopping)
                isDone = true
            } catch JournalError.failed("stopped") {
                // What can be seen is whole.
                for head in try await journal.heads() {
                    #expect(whole.contains(head.list))
                    let lines = try await content(OneList(journal, head))
                    #expect(before.joined(separator: "\n").contains(lines.joined(separator: "\n")))
                }
            }
            await journal.close()
            stopped.close()
            if !isDone {
                if step > 0 {
                    await #expect(throws: JournalError.self, "no server starts with it") {
                        await store.close(try await open(store, copying: false))
                    }
                }
                let again = try await target(store)
                stopped = try StoppedStore(path: copied.path)
                let summary = try await copy(stopped.reader, stopped, to: again)
                #expect(summary.isMoved)
                await again.close()
                stopped.close()
            }
            let done = try await open(store, copying: false)
            #expect(try await content(done) == before, "stopped at step \(step)")
            // The next time, the same lists are copied after their deletions.
            for head in try await done.heads() {
                try await done.delete(list: head.list, epoch: head.epoch)
            }
            await store.close(done)
            #expect(throws: JournalError.self) { try SQLiteJournal(path: copied.path) }
            step += 1
        }
        #expect(step > 10)
    }

    @Test(arguments: [JournalEngine.sqlite, .jetStream])
    func whatIsThere_isNeverOverwritten(engine: JournalEngine) async throws {
        let source = MemoryJournal()
        try await fill(source)
        let store = try await engine.makeStore()
        let first = try await open(store, copying: false)
        var other = newList("whole")
        other.epoch = "e2"
        _ = try await first.create(other)
        await first.close()
        let there = try await target(store)
        let refusal = await #expect(throws: CopyRefusal.self) {
            try await copy(source, NoMarks(), to: there)
        }
        #expect(refusal?.description.contains("whole: another list with this id is there") == true)
        #expect(try await there.heads().map(\.list) == ["whole"])
        #expect(try await there.mark() == nil)
        // A list that went on there is not the copy any more.
        try await there.delete(list: "whole", epoch: "e2")
        _ = try await copy(source, NoMarks(), to: there)
        let head = try #require(try await there.head(list: "new"))
        _ = await there.append(record(1), to: "new", expected: head.position)
        let second = await #expect(throws: CopyRefusal.self) {
            try await copy(source, NoMarks(), to: there)
        }
        #expect(second?.description.contains("new: it is at revision 1 there, and at 0 in") == true)
        await there.close()
        withExtendedLifetime(store) {}
    }

    @Test func aLiveOrMovedStore_givesNewEpochsAndIsNotMarked() async throws {
        let source = try await JournalEngine.sqlite.makeStore()
        let journal = try await target(source)
        try await fill(journal)
        let stores = try (TemporaryStore(), TemporaryStore())
        let one = try await target(.sqlite(stores.0))
        let two = try await target(.sqlite(stores.1))
        #expect(try await copy(journal, nil, to: one).isMoved == false)
        #expect(try await journal.mark() == nil)
        try await journal.setMark(CopyMark(.moved, id: "1", place: "P", keepsEpochs: true))
        #expect(try await copy(journal, journal, to: two).isMoved == false)
        #expect(try await journal.mark()?.place == "P")
        let epochs = try await (one.heads() + two.heads()).map(\.epoch)
        #expect(Set(epochs).count == 6 && !epochs.contains("e1"))
        #expect(epochs.allSatisfy { $0.utf8.count == 16 })
        let refusal = await #expect(throws: CopyRefusal.self) {
            try await copy(one, nil, to: journal)
        }
        #expect(refusal?.description.contains("moved to P") == true)
        for journal in [journal, one, two] { await journal.close() }
        withExtendedLifetime((source, stores)) {}
    }

    @Test func aDamagedList_isNamedAndNotCopied() async throws {
        let source = MemoryJournal()
        try await fill(source)
        source.tamper("whole") { records, _ in records.remove(at: 2) }
        let store = try TemporaryStore()
        let there = try await target(.sqlite(store))
        let refusal = await #expect(throws: CopyRefusal.self) {
            try await copy(source, NoMarks(), to: there)
        }
        #expect(refusal?.description.contains("the list whole in FROM is damaged") == true)
        #expect(try await !there.heads().map(\.list).contains("whole"))
        await there.close()
        withExtendedLifetime(store) {}
    }

    @Test func aDamagedList_leavesATargetWithListsAsItIs() async throws {
        let source = MemoryJournal()
        try await fill(source)
        source.tamper("whole") { records, _ in records.remove(at: 2) }
        let store = try TemporaryStore()
        let there = try await target(.sqlite(store))
        _ = try await there.create(newList("other"))
        await #expect(throws: CopyRefusal.self) {
            try await copy(source, NoMarks(), to: there)
        }
        #expect(try await there.mark() == nil)
        #expect(try await there.heads().map(\.list) == ["other"])
        await there.close()
        withExtendedLifetime(store) {}
    }

    @Test func aCopiedListWithADamagedPointer_isToldAndNotGone() async throws {
        let source = MemoryJournal()
        try await fill(source)
        let store = try await JournalEngine.jetStream.makeStore()
        let there = try #require(try await store.open(.copying) as? JetStreamJournal)
        _ = try await copy(source, NoMarks(), to: there)
        let outcome = await there.streams.publish(
            [1], to: there.layout.snapshot(of: "whole"), expected: nil, id: nil)
        guard case .stored = outcome else { throw JournalError.failed("\(outcome)") }
        #expect(try await there.heads().map(\.list) == ["new", "trimmed.1", "whole"])
        #expect(try await there.head(list: "whole") != nil)
        await #expect(throws: JournalError.self) { try await there.loadSnapshot(list: "whole") }
        await store.close(there)
    }

    @Test func aListThatIsEditedWhileItIsMoved_isToldAndNothingIsMarked() async throws {
        let source = MemoryJournal()
        try await fill(source)
        let marks = NoMarks(isLocked: false) {
            let head = try #require(source.head(of: "new"))
            _ = await source.append(record(1), to: "new", expected: head.position)
        }
        let store = try TemporaryStore()
        let there = try await target(.sqlite(store))
        let refusal = await #expect(throws: CopyRefusal.self) {
            try await copy(source, marks, to: there)
        }
        #expect(refusal?.description.contains("were edited while they were copied (new)") == true)
        #expect(await marks.stored == nil)
        // Once its servers are stopped, it goes on with what it lacks.
        let summary = try await copy(source, NoMarks(), to: there)
        #expect(summary.skipped == 2 && summary.isMoved)
        #expect(try await content(there) == content(source))
        await there.close()
        withExtendedLifetime(store) {}
    }
}
