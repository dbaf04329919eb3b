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

/// What a machine does where other servers append to the same list, or an append has no outcome.
@Suite struct SharedSequencerTests {
    /// What a read after the list finds: a record for each batch of edits.
    private static func missed(
        _ batches: [EditRequest]..., after position: JournalPosition? = nil,
        in list: LoadedList? = nil
    ) throws -> SharedCommand {
        .missedRead(.success(try records(batches, after: position, in: list)))
    }

    private static func records(
        _ batches: [[EditRequest]], after position: JournalPosition? = nil,
        in list: LoadedList? = nil
    ) throws -> [StoredRecord] {
        var list = try list ?? makeList(["a", "b", "c"])
        var last = position ?? JournalPosition(revision: 0, token: 0)
        return batches.map { batch in
            let applied = list.apply(batch, now: 1)
            let record = list.record(of: applied)
            let before = last
            last = record.position(after: before)
            return StoredRecord(
                position: last, at: 1, body: record.body, previous: before.check)
        }
    }

    @Test func editBehindAnotherServers_isAppliedAgainAndNobodyIsRefused() throws {
        var bench = try MachineBench(isShared: true)
        #expect(bench.pass(MachineBench.edit(1)) == ["append 1", "watch"])
        #expect(bench.handle(.appended(.conflict)) == ["note overtaken", "resolve"])
        #expect(bench.pass(MachineBench.edit(2)) == [])
        let position = JournalPosition(revision: 1, token: 1)
        let head = ListHead(list: "l", epoch: "e", title: "T", rows: 3, position: position)
        #expect(bench.handle(.resolved(.other(head))) == ["read after 0"])
        let others = ServerTesting.edit(1, [rename("b", "other")], by: ben)
        #expect(
            bench.handle(try Self.missed([others])) == ["publish after 0", "append 3"])
        #expect(
            bench.handle(bench.committed(3, 2)) == [
                "note committed(edits: 2)", "publish after 1", "answer [1, 2]", "wake",
            ])
    }

    /// Two programs that write to one file: the lock keeps them apart, but if it does not, nobody is notified that
    /// nothing was applied.
    @Test func conflictOnAStoreOfItsOwn_isResolvedByLoading() throws {
        var bench = try MachineBench()
        #expect(bench.pass(MachineBench.edit(1)) == ["append 1", "watch"])
        #expect(bench.handle(.appended(.conflict)) == ["note overtaken", "resolve"])
        let position = JournalPosition(revision: 1, token: 1)
        let head = ListHead(list: "l", epoch: "e", title: "T", rows: 3, position: position)
        #expect(bench.handle(.resolved(.other(head))) == ["release", "load"])
        // The other one has stored the same edit.
        var list = try makeList(["a", "b", "c"])
        _ = list.answer(ServerTesting.edit(1, [rename("a", "v1ana")]))
        let stored = RestoredList(
            list: ListTransfer(list), position: position, compaction: CompactionPolicy())
        #expect(
            bench.handle(.loaded(.success(stored))) == [
                "note readable", "publish after 0", "answer [1]",
            ])
        #expect(bench.machine.stage == .serving)
    }

    /// The record may have been stored, and trimmed away by those who went on.
    @Test func batchWhoseSlotIsTrimmed_isAppliedAgainForThoseWhoAreRemembered() throws {
        var bench = try MachineBench(isShared: true)
        let once = Author(client: ClientID("once"), isRemembered: false)
        _ = bench.pass(MachineBench.edit(1))
        #expect(
            bench.pass(MachineBench.edit(7, by: once)) == ["read the head", "wait for the head"])
        let first = ListHead(
            list: "l", epoch: "e", title: "T", rows: 3,
            position: JournalPosition(revision: 0, token: 0))
        _ = bench.handle(.headRead(number: 2, .success(first)))
        _ = bench.pass(MachineBench.edit(2))
        #expect(bench.handle(bench.committed(1, 1)).contains("append 3"))
        #expect(bench.handle(.appended(.conflict)) == ["note overtaken", "resolve"])
        var head = first
        head.position = JournalPosition(revision: 40, token: 40)
        #expect(
            bench.handle(.resolved(.trimmed(head))) == ["leave unanswered [7]", "read after 1"])
        #expect(
            bench.handle(.missedRead(.failure(.unavailable("trimmed")))) == ["release", "load"])
        // It was stored: the list remembers the one, and nobody knows of the other.
        var list = try makeList(["a", "b", "c"])
        for id in 1...2 { _ = list.answer(ServerTesting.edit(id, [rename("a", "v\(id)ana")])) }
        for id in 3...40 {
            _ = list.answer(ServerTesting.edit(id, [rename("b", "\(id)")], by: ben))
        }
        let loaded = SequencerCommand.loaded(
            .success(
                RestoredList(
                    list: ListTransfer(list), position: head.position,
                    compaction: CompactionPolicy())))
        #expect(bench.handle(loaded).contains("answer [2]"))
        #expect(bench.isQuiet)
    }

    /// Until it is certain whether the list is deleted, nothing is answered that a deletion would take away.
    @Test(arguments: [true, false])
    func deletionWithoutAnOutcome_makesTheListReadOnly(isDone: Bool) throws {
        var bench = try MachineBench(isShared: true)
        #expect(bench.pass(.delete) == ["delete", "watch"])
        #expect(bench.pass(MachineBench.edit(1)) == [])
        bench.now.loop += 15
        #expect(
            bench.handle(.due(.append)) == [
                "note journalFailed(\"the journal has not answered for 15 s\")",
                "refuse 1 unavailable",
            ])
        #expect(bench.pass(MachineBench.edit(2)) == ["refuse 2 unavailable"])
        #expect(
            bench.pass(.serve(.join(MachineBench.join(1)))) == [
                "read the head", "wait for the head",
            ])
        #expect(bench.handle(.due(.headOverdue(number: 2))) == ["admit 1 at 0"])
        #expect(!bench.isQuiet)
        if isDone {
            #expect(
                bench.handle(.deleted(.done)) == [
                    "note journalRecovered", "close all deleted", "release", "deletion done",
                ])
            #expect(bench.machine.stage == .deleted)
        } else {
            #expect(
                bench.handle(.deleted(.failed)) == ["note journalRecovered", "deletion failed"])
            #expect(bench.pass(MachineBench.edit(3)) == ["append 1", "watch"])
        }
    }

    @Test func batchThatIsStoredBeforeAnotherServers_isPublishedWithTheRowsThatItLeft() throws {
        func insert(_ row: String) -> Action {
            .insertRow(row: RowID(row), fields: Fields(), rules: RowRules(), to: .index(section, 0))
        }
        var bench = try MachineBench(isShared: true)
        _ = bench.pass(.edit(ServerTesting.edit(1, [insert("d")])))
        _ = bench.handle(.appended(.unknown("no answer")))
        let position = JournalPosition(revision: 2, token: 2)
        let head = ListHead(list: "l", epoch: "e", title: "T", rows: 5, position: position)
        #expect(
            bench.handle(.resolved(.ours(head))) == [
                "note journalRecovered", "read after 0",
            ])
        let missed = try Self.missed(
            [ServerTesting.edit(1, [insert("d")])],
            [ServerTesting.edit(1, [insert("e")], by: ben)])
        var published: [String] = []
        for effect in bench.decide(missed).0 {
            switch effect {
            case .broadcast(.sets(let frame, let revision)):
                published.append("after \(revision): \(SimulatedJournal.counts(in: frame))")
            case .answer(let entries, let counts):
                published.append("answer \(entries.map(\.request.id)) with \(counts)")
            default: break
            }
        }
        #expect(published == ["after 0: [4]", "answer [1] with [4]", "after 1: [5]"])
    }

    @Test func appendWithoutAnOutcome_makesEditsWaitAndThenTheListReadOnly() throws {
        var bench = try MachineBench()
        #expect(bench.pass(MachineBench.edit(1)) == ["append 1", "watch"])
        bench.now.loop += 8
        _ = bench.handle(bench.committed(1, 1))
        #expect(bench.pass(MachineBench.edit(2)) == ["append 2"])
        bench.now.loop += 8
        #expect(bench.handle(.due(.append)) == ["watch"])
        #expect(bench.pass(MachineBench.edit(3)) == [])
        bench.now.loop += 8
        #expect(
            bench.handle(.due(.append)) == [
                "note journalFailed(\"the journal has not answered for 15 s\")",
                "refuse 3 unavailable",
            ])
        #expect(
            bench.handle(bench.committed(2, 2)) == [
                "note journalRecovered", "publish after 1", "answer [2]",
            ])
    }

    @Test func appendThatIsNotStoredAfterAll_isResolvedWhenItsOutcomeComesLate() throws {
        var bench = try MachineBench()
        _ = bench.pass(MachineBench.edit(1))
        bench.now.loop += 20
        _ = bench.handle(.due(.append))
        #expect(bench.handle(.appended(.unknown("gone"))) == ["resolve"])
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 3,
            position: JournalPosition(revision: 0, token: 0))
        #expect(
            bench.handle(.resolved(.other(head))) == [
                "note journalRecovered", "refuse 1 unavailable",
            ])
        #expect(bench.machine.stage == .serving)
    }

    @Test func whatAnotherServerWroteFirst_thatCannotBeRead_makesTheListReadOnly() throws {
        var bench = try MachineBench(isShared: true)
        #expect(bench.pass(MachineBench.edit(1)) == ["append 1", "watch"])
        bench.now.loop += 10
        #expect(bench.handle(.appended(.conflict)) == ["note overtaken", "resolve"])
        #expect(bench.pass(MachineBench.edit(2)) == [])
        bench.now.loop += 5
        #expect(
            bench.handle(.due(.append)) == [
                "note journalFailed(\"what was stored first cannot be read\")",
                "refuse 2 unavailable",
            ])
        #expect(
            bench.pass(.serve(.join(MachineBench.join(1)))) == [
                "read the head", "wait for the head",
            ])
        // There is no leader to tell it: an older state is better than none.
        #expect(bench.handle(.due(.headOverdue(number: 2))) == ["admit 1 at 0"])
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 3,
            position: JournalPosition(revision: 1, token: 1))
        #expect(
            bench.handle(.resolved(.other(head))) == ["note journalRecovered", "read after 0"])
    }

    @Test func aBatchThatTakesLongToRollBack_isRolledBackAwayFromTheLoop() throws {
        var bench = try MachineBench((0..<4_000).map { "r\($0)" })
        func work(_ effects: [SequencerEffect]) throws -> SequencerCommand {
            let begun = effects.compactMap { effect -> SequencerCommand? in
                guard case .work(let work, let box) = effect, var list = box.take() else {
                    return nil
                }
                let outcome = work.run(on: &list)
                return .worked(outcome, ListTransfer(list))
            }
            return try #require(begun.first)
        }
        let deletion = Action.deleteSections([section])
        #expect(
            bench.pass(.edit(ServerTesting.edit(1, [deletion]))) == ["append 1", "watch"])
        let unknown = SequencerCommand.appended(.unknown("no answer"))
        let rolledBack = try work(bench.decide(unknown).0)
        #expect(bench.pass(.serve(.join(MachineBench.join(1)))) == [])
        #expect(bench.handle(rolledBack) == ["admit 1 at 0"])
        #expect(bench.machine.inspect { $0.list.rowCount } == 4_000)
    }

    @Test func whoeverOpensAList_getsTheNewestState() throws {
        var bench = try MachineBench(isShared: true)
        #expect(
            bench.pass(.serve(.join(MachineBench.join(1)))) == [
                "read the head", "wait for the head",
            ])
        // Another one comes too late for this reading.
        #expect(bench.pass(.serve(.join(MachineBench.join(2)))) == [])
        func head(_ revision: Int) -> Result<ListHead?, LoadFailure> {
            .success(
                ListHead(
                    list: "l", epoch: "e", title: "T", rows: 3,
                    position: JournalPosition(revision: revision, token: Int64(revision))))
        }
        #expect(
            bench.handle(.headRead(number: 2, head(1))) == [
                "read the head", "wait for the head", "read after 0",
            ])
        let others = ServerTesting.edit(1, [rename("b", "other")], by: ben)
        #expect(
            bench.handle(try Self.missed([others])) == [
                "publish after 0", "note encodedSnapshot", "admit 1 at 1",
            ])
        #expect(bench.handle(.headRead(number: 2, head(1))) == [])
        #expect(bench.handle(.headRead(number: 3, head(1))) == ["admit 2 at 1"])
    }

    @Test func whoHasSeenMore_isNotGivenAnOlderState_norAnHTTPRequest() throws {
        var bench = try MachineBench(isShared: true)
        let read = ReadRequest(ticket: 1, subject: .changes)
        _ = bench.pass(.serve(.join(MachineBench.join(1, since: 7))), .serve(.read(read)))
        _ = bench.pass(.serve(.join(MachineBench.join(2, since: 0))))
        #expect(
            bench.handle(.headRead(number: 2, .failure(.unavailable("so")))) == [
                "turn away 1 unavailable", "respond", "read the head", "wait for the head",
            ])
        #expect(bench.handle(.due(.headOverdue(number: 3))) == ["admit 2 at 0"])
    }

    /// A leader that was deposed answers with what it knew; a list that was put back to a copy is shown after a
    /// while.
    @Test func whoHasSeenMoreThanTheLeader_waitsForTheNextOne() throws {
        var bench = try MachineBench(isShared: true)
        let head = bench.machine.head
        _ = bench.pass(
            .serve(.join(MachineBench.join(1, since: 7))), .serve(.join(MachineBench.join(2))))
        #expect(bench.handle(.headRead(number: 2, .success(head))) == ["admit 2 at 0", "wake"])
        for number in 3...52 {
            bench.now.loop += 0.101
            #expect(bench.handle(.due(.headAgain)) == ["read the head", "wait for the head"])
            let isLast = number == 52
            #expect(
                bench.handle(.headRead(number: number, .success(head)))
                    == [isLast ? "admit 1 at 0" : "wake"])
        }
    }

    /// A leader that knows of no such list, or of another one, may be a stale one.
    @Test func leaderThatGoesOnToTellOfNoSuchList_isGivenUp() throws {
        var bench = try MachineBench(isShared: true)
        _ = bench.pass(
            .serve(.join(MachineBench.join(3))),
            .serve(.read(ReadRequest(ticket: 1, subject: .changes))))
        var number = 2
        for _ in 0..<50 {
            #expect(bench.handle(.headRead(number: number, .success(nil))) == ["wake"])
            #expect(bench.handle(.due(.headAgain)) == [])
            bench.now.loop += 0.101
            #expect(bench.handle(.due(.headAgain)) == ["read the head", "wait for the head"])
            number += 1
        }
        #expect(
            bench.handle(.headRead(number: number, .success(nil))) == ["respond", "admit 3 at 0"])
        #expect(bench.machine.stage == .serving)
    }

    /// Nobody is shown a list that another server has deleted, or made anew.
    @Test(arguments: [true, false])
    func listWhoseHeadIsAnothers_isNotOpened(isMadeAnew: Bool) throws {
        var bench = try MachineBench(isShared: true)
        _ = bench.pass(.serve(.join(MachineBench.join(3))))
        let anew =
            !isMadeAnew
            ? nil
            : ListHead(
                list: "l", epoch: "f", title: "T", rows: 1,
                position: JournalPosition(revision: 0, token: 9))
        #expect(bench.handle(.headRead(number: 2, .success(anew))) == ["wake"])
        let deleted = FollowedRecord(.deleted, head: bench.machine.head, writer: "w")
        #expect(
            bench.handle(.followed(deleted, isWatched: true)) == ["close all deleted", "release"])
        bench.now.loop += 0.101
        #expect(bench.handle(.due(.headAgain)) == ["read the head", "wait for the head"])
        #expect(
            bench.handle(.headRead(number: 3, .success(anew))) == [
                isMadeAnew ? "turn away 3 unavailable" : "turn away 3 deleted"
            ])
        #expect(bench.isQuiet)
    }

    @Test func deletionWhileTheListIsLoaded_answersThoseWhoWaitForIt() throws {
        var bench = try MachineBench(isLoaded: false, isShared: true)
        _ = bench.pass(.serve(.join(MachineBench.join(1))))
        let head = bench.machine.head
        #expect(bench.handle(.headRead(number: 1, .success(head))) == ["load"])
        let deleted = FollowedRecord(.deleted, head: head, writer: "w")
        _ = bench.handle(.followed(deleted, isWatched: true))
        let effects = bench.handle(.loaded(.failure(.unavailable("it is gone"))))
        #expect(effects.last == "turn away 1 deleted")
        #expect(bench.isQuiet)
    }

    /// Its own records are followed, too: they take no room once the list is let go, and are read with it.
    @Test func recordsThatWereFollowed_goWithTheList() throws {
        var bench = try MachineBench(isShared: true)
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.handle(bench.committed(1, 1))
        let own = try Self.records([[ServerTesting.edit(1, [rename("a", "v1ana")])]])
        func follow(_ record: StoredRecord) -> [String] {
            let head = ListHead(
                list: "l", epoch: "e", title: "T", rows: 3, position: record.position)
            return bench.handle(
                .followed(
                    FollowedRecord(.changed(record), head: head, writer: "w"), isWatched: false))
        }
        _ = follow(own[0])
        #expect(bench.followedBytes > 0)
        bench.now.loop += 1
        #expect(bench.handle(.release(unusedSince: .infinity)) == ["release"])
        #expect(bench.followedBytes == 0)
    }

    /// Who asks for it waits for an outcome, and the list's id with it.
    @Test(arguments: [true, false], [true, false])
    func deletionThatAnotherServerWasFirstWith_isAnswered(
        isAppending: Bool, isBefore: Bool
    ) throws {
        var bench = try MachineBench(isShared: true)
        if isAppending { _ = bench.pass(MachineBench.edit(1)) }
        var effects: [String] = []
        if isBefore { effects += bench.handle(.delete) }
        let deleted = FollowedRecord(.deleted, head: bench.machine.head, writer: "w")
        effects += bench.handle(.followed(deleted, isWatched: true))
        if !isBefore { effects += bench.handle(.delete) + bench.handle(.due(.passEnd)) }
        #expect(effects.contains("deletion failed"), "\(effects)")
    }

    /// It is known to be done before its outcome comes: the list is gone, and does not come back.
    @Test func deletionThatIsFollowedBeforeItsOutcome_isNotUndecided() throws {
        var bench = try MachineBench(isShared: true)
        _ = bench.pass(.delete)
        let deleted = FollowedRecord(.deleted, head: bench.machine.head, writer: "w")
        #expect(bench.handle(.followed(deleted, isWatched: true)) == ["close all deleted"])
        bench.now.loop += 15
        #expect(bench.handle(.due(.append)).contains("release"))
        #expect(bench.machine.stage == .deleted)
    }

    /// Of the deletion, too, the outcome may stay away: edits are refused then, though another server was first.
    @Test func overtakenListWhoseDeletionHasNoOutcome_isReadOnly() throws {
        var bench = try MachineBench(isShared: true)
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.handle(.appended(.conflict))
        #expect(bench.pass(.delete) == ["delete"])
        bench.now.loop += 15
        #expect(bench.handle(.due(.append)).first?.hasPrefix("note journalFailed") == true)
        #expect(bench.pass(MachineBench.edit(2)) == ["refuse 2 unavailable"])
    }

    /// The end of an append may take long, and the list's id may be another's by then.
    @Test func audience_isToldOfADeletionWhileAnAppendIsUnderWay() throws {
        var bench = try MachineBench(isShared: true)
        #expect(bench.pass(MachineBench.edit(1)) == ["append 1", "watch"])
        let deleted = FollowedRecord(.deleted, head: bench.machine.head, writer: "w")
        #expect(bench.handle(.followed(deleted, isWatched: true)) == ["close all deleted"])
        // It may have been applied before the list was deleted.
        let effects = bench.handle(.appended(.conflict))
        #expect(effects.contains("leave unanswered [1]"), "\(effects)")
        #expect(bench.isQuiet)
    }

    @Test func laterEditsOfAClient_doNotOvertakeOneThatWaitsForTheHead() throws {
        var bench = try MachineBench(isShared: true)
        let ahead = ServerTesting.edit(1, [rename("a", "x")], base: 1)
        #expect(
            bench.pass(.edit(ahead), .edit(undo(2)), MachineBench.edit(1, by: ben)) == [
                "append 1", "watch", "read the head", "wait for the head",
            ])
        #expect(
            bench.handle(bench.committed(1, 1)) == [
                "note committed(edits: 1)", "publish after 0", "answer [1]", "wake",
            ])
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 3,
            position: JournalPosition(revision: 1, token: 1))
        // Both are applied, in their order.
        #expect(bench.handle(.headRead(number: 2, .success(head))) == ["append 3"])
        // After them none waits any more.
        _ = bench.handle(bench.committed(3, 2))
        bench.now.loop += 1
        #expect(bench.pass(.edit(undo(3, redo: true))) == ["append 4"])
    }

    @Test func batchThatStoresNothing_leavesNothingToRollBack() throws {
        var bench = try MachineBench(isShared: true)
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.handle(bench.committed(1, 1))
        bench.now.loop += 1
        #expect(bench.pass(MachineBench.edit(1)) == ["answer [1]"])
        var list = try makeList(["a", "b", "c"])
        _ = list.answer(ServerTesting.edit(1, [rename("a", "v1ana")]))
        let records = try Self.records(
            (1...50).map { [ServerTesting.edit($0, [rename("b", "\($0)")], by: ben)] },
            after: JournalPosition(revision: 1, token: 1), in: list)
        for record in records {
            let head = ListHead(
                list: "l", epoch: "e", title: "T", rows: 3, position: record.position)
            _ = bench.handle(
                .followed(
                    FollowedRecord(.changed(record), head: head, writer: "w"), isWatched: true))
        }
        #expect(bench.machine.inspect { $0.list.revision } == 51)
        #expect(bench.machine.inspect { $0.rollbackCost } == 0)
    }

    @Test func editOfWhoHasSeenMore_orIsNotRemembered_isAppliedToTheNewestState() throws {
        var bench = try MachineBench(isShared: true)
        let ahead = ServerTesting.edit(1, [move("a", 2)], base: 1)
        let remote = Author(client: ClientID("guest"), isRemembered: false)
        let unnamed = ServerTesting.edit(1, [rename("none", "x")], by: remote)
        #expect(
            bench.pass(.edit(ahead), .edit(unnamed)) == ["read the head", "wait for the head"])
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 3,
            position: JournalPosition(revision: 1, token: 1))
        #expect(bench.handle(.headRead(number: 2, .success(head))) == ["read after 0"])
        let others = ServerTesting.edit(1, [rename("b", "other")], by: ben)
        #expect(
            bench.handle(try Self.missed([others])) == [
                "publish after 0", "append 2", "watch",
            ])
    }

    /// A machine whose batch turned out to be stored, as did the record of another server after it.
    private static func recoveredBench() throws -> (bench: MachineBench, head: ListHead) {
        var bench = try MachineBench(isShared: true)
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.handle(.appended(.unknown("no answer")))
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 3,
            position: JournalPosition(revision: 2, token: 2))
        #expect(
            bench.handle(.resolved(.ours(head))) == ["note journalRecovered", "read after 0"])
        return (bench, head)
    }

    @Test func recoveredBatchThatCannotBeReadByItself_isPublishedOnceTheListIsLoaded() throws {
        var (bench, head) = try Self.recoveredBench()
        #expect(bench.handle(.missedRead(.failure(.unavailable("so")))) == ["release", "load"])
        var list = try makeList(["a", "b", "c"])
        _ = list.answer(ServerTesting.edit(1, [rename("a", "v1ana")]))
        _ = list.answer(ServerTesting.edit(1, [rename("b", "other")], by: ben))
        let stored = RestoredList(
            list: ListTransfer(list), position: head.position, compaction: CompactionPolicy())
        #expect(
            bench.handle(.loaded(.success(stored))) == [
                "note readable", "publish after 0", "answer [1]", "wake", "publish after 1",
            ])
    }

    @Test func deletionBeforeARecoveredBatchIsPublished_answersItsEdits() throws {
        var (bench, _) = try Self.recoveredBench()
        #expect(bench.pass(.delete) == [])
        #expect(
            bench.handle(.missedRead(.failure(.unavailable("so")))) == ["release", "delete"])
        #expect(
            bench.handle(.deleted(.done)) == [
                "close all deleted", "leave unanswered [1]", "deletion done",
            ])
    }
}
