import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import Testing
import WebSocketTransport

@testable import ListDocument
@testable import ListSequencing
@testable import ListServer
@testable import ServerTesting

/// Commands and the effects that they have, one step after the other.
@Suite struct SequencerMachineTests {
    @Test func edit_isPublishedAndAnsweredOnceItIsStored() throws {
        var bench = try MachineBench()
        #expect(bench.handle(MachineBench.edit(1)) == ["await the pass's end"])
        #expect(bench.handle(MachineBench.edit(2)) == [])
        #expect(bench.handle(.due(.passEnd)) == ["append 2", "watch"])
        #expect(
            bench.handle(bench.committed(2, 1)) == [
                "note committed(edits: 2)", "publish after 0", "answer [1, 2]", "wake",
            ])
    }

    @Test func listThatIsNotInMemory_isLoadedOnceForAllWhoAsk() throws {
        var bench = try MachineBench(isLoaded: false)
        #expect(
            bench.pass(
                .serve(.join(MachineBench.join(1))), MachineBench.edit(1),
                .serve(.join(MachineBench.join(2)))) == [
                    "load"
                ])
        let stored = RestoredList(
            list: ListTransfer(try makeList(["a"])),
            position: JournalPosition(revision: 0, token: 0), compaction: CompactionPolicy())
        #expect(
            bench.handle(.loaded(.success(stored))) == [
                "note readable", "note encodedSnapshot", "admit 1 at 0", "admit 2 at 0", "append 1",
                "watch",
            ])
        // Stored by a version that did not count it.
        #expect(bench.machine.head.done == 0)
    }

    @Test func listThatCannotBeRead_isUnavailableAndNotGone() throws {
        var bench = try MachineBench(isLoaded: false)
        #expect(bench.pass(.serve(.join(MachineBench.join(1))), MachineBench.edit(1)) == ["load"])
        let failure = LoadFailure.damaged("so")
        #expect(
            bench.handle(.loaded(.failure(failure))) == [
                "note unreadable(ListDocument.LoadFailure.damaged(\"so\"))",
                "close all unavailable",
                "turn away 1 unavailable", "leave unanswered [1]",
            ])
        #expect(bench.pass(MachineBench.edit(1)) == ["leave unanswered [1]"])
        bench.now.loop += 2
        #expect(bench.pass(MachineBench.edit(1)) == ["load"])
        #expect(bench.pass(.delete) == [])
        #expect(
            bench.handle(.loaded(.failure(failure))) == [
                "note unreadable(ListDocument.LoadFailure.damaged(\"so\"))",
                "close all unavailable",
                "delete", "watch",
            ])
    }

    @Test func joinDuringAnAppend_waitsForItsEnd() throws {
        var bench = try MachineBench()
        #expect(bench.pass(MachineBench.edit(1)) == ["append 1", "watch"])
        #expect(bench.pass(.serve(.join(MachineBench.join(1)))) == [])
        #expect(
            bench.handle(bench.committed(1, 1)) == [
                "note committed(edits: 1)", "publish after 0", "answer [1]", "wake",
                "note encodedSnapshot", "admit 1 at 1",
            ])
    }

    @Test func whileTheJournalFails_onlyWhatIsCertainIsSaid() throws {
        var bench = try MachineBench()
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.handle(bench.committed(1, 1))
        #expect(bench.pass(MachineBench.edit(2), MachineBench.edit(1, by: ben)) == ["append 3"])
        #expect(
            bench.handle(.appended(.unknown("no answer"))) == [
                "note journalFailed(\"no answer\")", "resolve",
            ])
        // 1 was answered, 2 may be stored, 3 is new.
        #expect(
            bench.pass(MachineBench.edit(1), MachineBench.edit(2), MachineBench.edit(3)) == [
                "refuse 3 unavailable", "answer [1]",
            ])
        #expect(
            bench.pass(.serve(.join(MachineBench.join(1)))) == [
                "note encodedSnapshot", "admit 1 at 1",
            ])
        #expect(!bench.isQuiet)
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 3,
            position: JournalPosition(revision: 1, token: 1))
        #expect(
            bench.handle(.resolved(.other(head))) == [
                "note journalRecovered", "refuse 2 unavailable", "refuse 1 unavailable",
                "refuse 2 unavailable",
            ])
    }

    /// It may have been applied to the list that was deleted: it is not said that nothing was.
    @Test func editOfAListThatHadItsIDBefore_isRejected_alsoWhileTheJournalFails() throws {
        var bench = try MachineBench()
        func earlier(_ id: Int) -> SequencerCommand {
            .edit(edit(id, [rename("a", "v")], epoch: "earlier"))
        }
        // The third has the id of the second: it is a duplicate of what is not stored.
        let copy = edit(1, [rename("a", "v")], by: ben, epoch: "earlier")
        _ = bench.pass(earlier(1), MachineBench.edit(1, by: ben), .edit(copy))
        _ = bench.handle(.appended(.unknown("no answer")))
        #expect(bench.pass(earlier(2)) == ["answer [2]"])
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 3,
            position: JournalPosition(revision: 0, token: 0))
        #expect(
            bench.handle(.resolved(.other(head))) == [
                "note journalRecovered", "answer [1]", "refuse 1 unavailable",
                "refuse 1 unavailable",
            ])
    }

    @Test func recordsOfAListThatHadItsIDBefore_areNotItsOwn() throws {
        var bench = try MachineBench(isShared: true)
        let earlier = ListHead(
            list: "l", epoch: "earlier", title: "T", rows: 3,
            position: JournalPosition(revision: 7, token: 7))
        for change in [FollowedRecord.Change.changed(nil), .deleted] {
            let record = FollowedRecord(change, head: earlier, writer: "w")
            #expect(bench.handle(.followed(record, isWatched: true)) == [])
        }
        #expect(bench.machine.isLoaded && bench.machine.head.position.revision == 0)
    }

    @Test func whatWasSentBeforeTheListIsOpened_isRefusedBeforeItIsOpen() throws {
        var bench = try MachineBench()
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.handle(.appended(.unknown("no answer")))
        #expect(
            bench.pass(MachineBench.edit(1, by: ben), .serve(.join(MachineBench.join(1)))) == [
                "refuse 1 unavailable", "admit 1 at 0",
            ])
    }

    @Test func undecidedBatchThatIsStored_isAnsweredAsApplied() throws {
        var bench = try MachineBench()
        #expect(bench.pass(MachineBench.edit(1)) == ["append 1", "watch"])
        _ = bench.handle(.appended(.unknown("no answer")))
        let position = JournalPosition(revision: 1, token: 1)
        let head = ListHead(list: "l", epoch: "e", title: "T", rows: 3, position: position)
        #expect(
            bench.handle(.resolved(.ours(head))) == [
                "note journalRecovered", "publish after 0", "answer [1]", "wake",
            ])
        // The next record names this one by its check, which a head need not have.
        _ = bench.handle(MachineBench.edit(2))
        let checks = bench.decide(.due(.passEnd)).0.compactMap { effect in
            if case .append(_, let expected) = effect { expected.check } else { nil }
        }
        #expect(checks.count == 1)
    }

    /// The bytes are wanted back while the list may not be changed.
    @Test func reclaimDuringAnAppend_isDoneAfterIt() throws {
        var bench = try MachineBench()
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.handle(bench.committed(1, 1))
        bench.now.loop += 1
        _ = bench.pass(MachineBench.edit(2))
        #expect(bench.machine.inspect { $0.history.start } == 0)
        _ = bench.handle(.reclaim)
        _ = bench.handle(bench.committed(2, 2))
        #expect(bench.machine.inspect { $0.history.start } == 2)
    }

    @Test(arguments: ["unknown", "refused"])
    func resentEditInABatchThatIsNotStored_isStillToldAsApplied(how: String) throws {
        var bench = try MachineBench()
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.handle(bench.committed(1, 1))
        #expect(bench.pass(MachineBench.edit(1), MachineBench.edit(2)) == ["append 2"])
        if how == "refused" {
            #expect(
                bench.handle(.appended(.refused("too long"))) == [
                    "answer [1]", "refuse 2 unavailable",
                ])
            return
        }
        _ = bench.handle(.appended(.unknown("no answer")))
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 3,
            position: JournalPosition(revision: 1, token: 1))
        #expect(
            bench.handle(.resolved(.other(head))) == [
                "note journalRecovered", "answer [1]", "refuse 2 unavailable",
            ])
    }

    @Test func deletionDuringALoad_isNotUndoneByItsEnd() throws {
        var bench = try MachineBench(isLoaded: false)
        #expect(bench.pass(MachineBench.edit(1)) == ["load"])
        #expect(bench.pass(.delete) == [])
        let stored = RestoredList(
            list: ListTransfer(try makeList(["a"])),
            position: JournalPosition(revision: 0, token: 0), compaction: CompactionPolicy())
        #expect(bench.handle(.loaded(.success(stored))) == ["note readable", "delete", "watch"])
        #expect(
            bench.handle(.deleted(.done)) == [
                "close all deleted", "release", "deletion done", "refuse 1 unknownList",
            ])
        #expect(bench.machine.stage == .deleted)
        #expect(bench.pass(.serve(.join(MachineBench.join(1)))) == ["turn away 1 deleted"])
    }

    @Test func deletionBeforeAResentEdit_doesNotRefuseWhatWasApplied() throws {
        var bench = try MachineBench()
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.handle(bench.committed(1, 1))
        #expect(bench.pass(.delete) == ["delete"])
        #expect(bench.pass(MachineBench.edit(1), MachineBench.edit(2)) == [])
        #expect(
            bench.handle(.deleted(.done)) == [
                "answer [1]", "close all deleted", "release", "deletion done",
                "refuse 2 unknownList",
            ])
    }

    @Test func deletionWhileTheJournalFails_endsTheUndecidedBatch() throws {
        var bench = try MachineBench()
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.handle(.appended(.unknown("no answer")))
        #expect(bench.pass(.delete) == ["delete"])
        #expect(
            bench.handle(.deleted(.done)) == [
                "note journalRecovered", "close all deleted", "leave unanswered [1]", "release",
                "deletion done",
            ])
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 3,
            position: JournalPosition(revision: 1, token: 1))
        #expect(bench.handle(.resolved(.ours(head))) == [])
        #expect(bench.machine.stage == .deleted)
    }
}
