import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import Testing
import WebSocketTransport

@testable import ListServer

/// Commands and the effects that they have, one step after the other.
@Suite struct SequencerMachineTests {
    /// A machine whose list is in memory, and what it wants done.
    private struct Bench {
        var machine: SequencerMachine
        var now = SequencerMachine.Moment(loop: 100, wall: 1_000)

        init(
            _ rows: [String] = ["a", "b", "c"], isLoaded: Bool = true, isShared: Bool = false
        ) throws {
            let head = ListHead(
                list: "l", epoch: "e", title: "T", rows: rows.count,
                position: JournalPosition(revision: 0, token: 0))
            machine = SequencerMachine(
                head, limits: ProtocolLimits(), options: HistoryOptions(), isShared: isShared,
                now: 0)
            guard isLoaded else { return }
            _ = handle(.join(join(9)))
            _ = handle(.passEnded)
            _ = handle(
                .loaded(
                    .success(
                        RestoredList(
                            list: ListTransfer(try makeList(rows)), position: head.position,
                            compaction: CompactionPolicy()))))
        }

        mutating func handle(_ command: SequencerCommand) -> [String] {
            machine.handle(command, now: now).map(Self.name)
        }

        /// Takes commands, and ends the pass in which they came.
        mutating func pass(_ commands: SequencerCommand...) -> [String] {
            for command in commands { _ = handle(command) }
            return handle(.passEnded)
        }

        func committed(_ revision: Int, _ token: Int64) -> SequencerCommand {
            .appended(
                .committed(JournalPosition(revision: revision, token: token)))
        }

        private static func name(_ effect: SequencerEffect) -> String {
            switch effect {
            case .awaitPassEnd: "await the pass's end"
            case .wake(_, .appendDue): "watch"
            case .wake: "wake"
            case .load(_, let mayBeLater): mayBeLater ? "load" : "load as stored for certain"
            case .work: "work"
            case .append(let record, _): "append \(record.revision)"
            case .settle: "settle"
            case .readHistory(let range): "read \(range.after)..\(range.through)"
            case .encode: "encode"
            case .readQuery: "read a query"
            case .compact: "compact"
            case .delete: "delete"
            case .answer(let entries, _): "answer \(entries.map(\.request.id))"
            case .refuse(let request, let rejection): "refuse \(request.id) \(rejection.code)"
            case .withhold(let requests): "withhold \(requests.map(\.id))"
            case .publish(_, let revision): "publish after \(revision)"
            case .offer: "offer"
            case .offerHead(let list): "offer the head of \(list.revision)"
            case .admit(let join, let revision, _, _, _): "admit \(join.connection) at \(revision)"
            case .turnAway(let join, let absence): "turn away \(join.connection) \(absence)"
            case .catchUp(let connection, _, let isWhole, _):
                "catch up \(connection)\(isWhole ? " whole" : "")"
            case .respond: "respond"
            case .answerQuery(let query, _): "answer a \(query.kind)"
            case .rememberRow(let row, let connection): "\(connection) is at \(row.text)"
            case .closeAll(let absence): "close all \(absence)"
            case .finishDeletion(let isDone): "deletion \(isDone)"
            case .release: "release"
            case .note(let event): "note \(event)"
            }
        }
    }

    private static func join(_ connection: UInt64, since: Int? = nil) -> JoinRequest {
        JoinRequest(connection: connection, client: ana.client, role: .owner, since: since)
    }
    private static func edit(_ id: Int, by author: Author = ana) -> SequencerCommand {
        .edit(ListServerTests.edit(id, [rename("a", "v\(id)\(author.client.text)")], by: author))
    }

    @Test func edit_isPublishedAndAnsweredOnceItIsStored() throws {
        var bench = try Bench()
        #expect(bench.handle(Self.edit(1)) == ["await the pass's end"])
        #expect(bench.handle(Self.edit(2)) == [])
        #expect(bench.handle(.passEnded) == ["append 2", "watch"])
        #expect(
            bench.handle(bench.committed(2, 1)) == [
                "note committed(edits: 2)", "publish after 0", "answer [1, 2]", "wake",
            ])
    }

    @Test func listThatIsNotInMemory_isLoadedOnceForAllWhoAsk() throws {
        var bench = try Bench(isLoaded: false)
        #expect(bench.pass(.join(Self.join(1)), Self.edit(1), .join(Self.join(2))) == ["load"])
        let stored = RestoredList(
            list: ListTransfer(try makeList(["a"])),
            position: JournalPosition(revision: 0, token: 0), compaction: CompactionPolicy())
        #expect(
            bench.handle(.loaded(.success(stored))) == [
                "note readable", "note encodedSnapshot", "admit 1 at 0", "admit 2 at 0", "append 1",
                "watch",
            ])
    }

    @Test func listThatCannotBeRead_isUnavailableAndNotGone() throws {
        var bench = try Bench(isLoaded: false)
        #expect(bench.pass(.join(Self.join(1)), Self.edit(1)) == ["load"])
        let failure = LoadFailure.damaged("so")
        #expect(
            bench.handle(.loaded(.failure(failure))) == [
                "note unreadable(ListServer.LoadFailure.damaged(\"so\"))", "close all unavailable",
                "turn away 1 unavailable", "withhold [1]",
            ])
        #expect(bench.pass(Self.edit(1)) == ["withhold [1]"])
        bench.now.loop += 2
        #expect(bench.pass(Self.edit(1)) == ["load"])
        #expect(bench.pass(.delete) == [])
        #expect(
            bench.handle(.loaded(.failure(failure))) == [
                "note unreadable(ListServer.LoadFailure.damaged(\"so\"))", "close all unavailable",
                "delete",
            ])
    }

    @Test func joinDuringAnAppend_waitsForItsEnd() throws {
        var bench = try Bench()
        #expect(bench.pass(Self.edit(1)) == ["append 1", "watch"])
        #expect(bench.pass(.join(Self.join(1))) == [])
        #expect(
            bench.handle(bench.committed(1, 1)) == [
                "note committed(edits: 1)", "publish after 0", "answer [1]", "wake",
                "note encodedSnapshot", "admit 1 at 1",
            ])
    }

    @Test func whileTheJournalFails_onlyWhatIsCertainIsSaid() throws {
        var bench = try Bench()
        _ = bench.pass(Self.edit(1))
        _ = bench.handle(bench.committed(1, 1))
        #expect(bench.pass(Self.edit(2), Self.edit(1, by: ben)) == ["append 3"])
        #expect(
            bench.handle(.appended(.unknown("no answer"))) == [
                "note journalFailed(\"no answer\")", "release", "settle",
            ])
        // 1 was answered, 2 may be stored, 3 is new.
        #expect(
            bench.pass(Self.edit(1), Self.edit(2), Self.edit(3)) == ["load as stored for certain"])
        var list = try makeList(["a", "b", "c"])
        _ = list.answer(ListServerTests.edit(1, [rename("a", "v1ana")]))
        let stored = RestoredList(
            list: ListTransfer(list), position: JournalPosition(revision: 1, token: 1),
            compaction: CompactionPolicy())
        #expect(
            bench.handle(.loaded(.success(stored))) == [
                "note readable", "refuse 3 unavailable", "answer [1]",
            ])
        #expect(!bench.machine.isQuiet)
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 3,
            position: JournalPosition(revision: 1, token: 1))
        #expect(
            bench.handle(.settled(.other(head))) == [
                "note journalRecovered", "refuse 2 unavailable", "refuse 1 unavailable",
                "refuse 2 unavailable",
            ])
    }

    @Test func whatWasSentBeforeTheListIsOpened_isRefusedBeforeItIsOpen() throws {
        var bench = try Bench()
        _ = bench.pass(Self.edit(1))
        _ = bench.handle(.appended(.unknown("no answer")))
        #expect(
            bench.pass(Self.edit(1, by: ben), .join(Self.join(1))) == ["load as stored for certain"]
        )
        let stored = RestoredList(
            list: ListTransfer(try makeList(["a", "b", "c"])),
            position: JournalPosition(revision: 0, token: 0), compaction: CompactionPolicy())
        #expect(
            bench.handle(.loaded(.success(stored))) == [
                "note readable", "refuse 1 unavailable", "note encodedSnapshot", "admit 1 at 0",
            ])
    }

    @Test func undecidedBatchThatIsStored_isAnsweredAsApplied() throws {
        var bench = try Bench()
        #expect(bench.pass(Self.edit(1)) == ["append 1", "watch"])
        _ = bench.handle(.appended(.unknown("no answer")))
        let position = JournalPosition(revision: 1, token: 1)
        let head = ListHead(list: "l", epoch: "e", title: "T", rows: 3, position: position)
        #expect(
            bench.handle(.settled(.ours(head))) == [
                "note journalRecovered", "load",
            ])
        var list = try makeList(["a", "b", "c"])
        _ = list.answer(ListServerTests.edit(1, [rename("a", "v1ana")]))
        let stored = RestoredList(
            list: ListTransfer(list), position: position, compaction: CompactionPolicy())
        #expect(
            bench.handle(.loaded(.success(stored))) == [
                "note readable", "publish after 0", "answer [1]", "wake",
            ])
    }

    @Test(arguments: ["unknown", "refused"])
    func resentEditInABatchThatIsNotStored_isStillToldAsApplied(how: String) throws {
        var bench = try Bench()
        _ = bench.pass(Self.edit(1))
        _ = bench.handle(bench.committed(1, 1))
        #expect(bench.pass(Self.edit(1), Self.edit(2)) == ["append 2"])
        if how == "refused" {
            #expect(
                bench.handle(.appended(.refused("too long"))) == [
                    "release", "answer [1]", "refuse 2 unavailable",
                ])
            return
        }
        _ = bench.handle(.appended(.unknown("no answer")))
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 3,
            position: JournalPosition(revision: 1, token: 1))
        #expect(
            bench.handle(.settled(.other(head))) == [
                "note journalRecovered", "answer [1]", "refuse 2 unavailable",
            ])
    }

    @Test func deletionDuringALoad_isNotUndoneByItsEnd() throws {
        var bench = try Bench(isLoaded: false)
        #expect(bench.pass(Self.edit(1)) == ["load"])
        #expect(bench.pass(.delete) == [])
        let stored = RestoredList(
            list: ListTransfer(try makeList(["a"])),
            position: JournalPosition(revision: 0, token: 0), compaction: CompactionPolicy())
        #expect(bench.handle(.loaded(.success(stored))) == ["note readable", "delete"])
        #expect(
            bench.handle(.deleted(isDone: true)) == [
                "close all deleted", "release", "deletion true", "refuse 1 unknownList",
            ])
        #expect(bench.machine.stage == .deleted)
        #expect(bench.pass(.join(Self.join(1))) == ["turn away 1 deleted"])
    }

    @Test func deletionWhileTheJournalFails_endsTheUndecidedBatch() throws {
        var bench = try Bench()
        _ = bench.pass(Self.edit(1))
        _ = bench.handle(.appended(.unknown("no answer")))
        #expect(bench.pass(.delete) == ["delete"])
        #expect(
            bench.handle(.deleted(isDone: true)) == [
                "refuse 1 unknownList", "note journalRecovered", "close all deleted",
                "deletion true",
            ])
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 3,
            position: JournalPosition(revision: 1, token: 1))
        #expect(bench.handle(.settled(.ours(head))) == [])
        #expect(bench.machine.stage == .deleted)
    }

    @Test func deletionBeforeALateBatchIsPublished_answersItsEdits() throws {
        var bench = try Bench()
        _ = bench.pass(Self.edit(1))
        _ = bench.handle(.appended(.unknown("no answer")))
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 3,
            position: JournalPosition(revision: 1, token: 1))
        #expect(
            bench.handle(.settled(.ours(head)))
                == ["note journalRecovered", "load"])
        #expect(bench.pass(.delete) == [])
        let stored = RestoredList(
            list: ListTransfer(try makeList(["a"])), position: head.position,
            compaction: CompactionPolicy())
        #expect(bench.handle(.loaded(.success(stored))) == ["note readable", "delete"])
        #expect(
            bench.handle(.deleted(isDone: true)) == [
                "refuse 1 unknownList", "close all deleted", "release", "deletion true",
            ])
    }

    /// A list of which another server wrote this record first.
    private static func other(_ list: inout LoadedList) -> RestoredList {
        _ = list.answer(ListServerTests.edit(1, [rename("b", "other")], by: ben))
        return RestoredList(
            list: ListTransfer(list), position: JournalPosition(revision: 1, token: 1),
            compaction: CompactionPolicy())
    }

    @Test func editBehindAnotherServers_isAppliedAgainAndNobodyIsRefused() throws {
        var bench = try Bench(isShared: true)
        #expect(bench.pass(Self.edit(1)) == ["append 1", "watch"])
        #expect(bench.handle(.appended(.conflict)) == ["note overtaken", "release", "settle"])
        #expect(bench.pass(Self.edit(2)) == [])
        let position = JournalPosition(revision: 1, token: 1)
        let head = ListHead(list: "l", epoch: "e", title: "T", rows: 3, position: position)
        #expect(bench.handle(.settled(.other(head))) == ["load"])
        var list = try makeList(["a", "b", "c"])
        #expect(
            bench.handle(.loaded(.success(Self.other(&list)))) == [
                "note readable", "publish after 0", "append 3",
            ])
        #expect(
            bench.handle(bench.committed(3, 2)) == [
                "note committed(edits: 2)", "publish after 1", "answer [1, 2]", "wake",
            ])
    }

    @Test func batchThatIsStoredBeforeAnotherServers_isPublishedWithTheRowsThatItLeft() throws {
        func insert(_ row: String) -> Action {
            .insertRow(row: RowID(row), fields: Fields(), rules: RowRules(), to: .index(section, 0))
        }
        var bench = try Bench(isShared: true)
        _ = bench.pass(.edit(ListServerTests.edit(1, [insert("d")])))
        _ = bench.handle(.appended(.unknown("no answer")))
        let position = JournalPosition(revision: 2, token: 2)
        let head = ListHead(list: "l", epoch: "e", title: "T", rows: 5, position: position)
        #expect(bench.handle(.settled(.ours(head))) == ["note journalRecovered", "load"])
        var list = try makeList(["a", "b", "c"])
        _ = list.answer(ListServerTests.edit(1, [insert("d")]))
        _ = list.answer(ListServerTests.edit(1, [insert("e")], by: ben))
        let stored = RestoredList(
            list: ListTransfer(list), position: position, compaction: CompactionPolicy())
        var published: [String] = []
        for effect in bench.machine.handle(.loaded(.success(stored)), now: bench.now) {
            switch effect {
            case .publish(let frame, let revision):
                published.append("after \(revision): \(SimulatedJournal.counts(in: frame))")
            case .answer(let entries, let counts):
                published.append("answer \(entries.map(\.request.id)) with \(counts)")
            default: break
            }
        }
        #expect(published == ["after 0: [4]", "answer [1] with [4]", "after 1: [5]"])
    }

    @Test func appendWithoutAnOutcome_makesEditsWaitAndThenTheListReadOnly() throws {
        var bench = try Bench()
        #expect(bench.pass(Self.edit(1)) == ["append 1", "watch"])
        bench.now.loop += 8
        _ = bench.handle(bench.committed(1, 1))
        #expect(bench.pass(Self.edit(2)) == ["append 2"])
        bench.now.loop += 8
        #expect(bench.handle(.appendDue) == ["watch"])
        #expect(bench.pass(Self.edit(3)) == [])
        bench.now.loop += 8
        #expect(
            bench.handle(.appendDue) == [
                "note journalFailed(\"the journal has not answered for 15 s\")", "release",
                "load as stored for certain",
            ])
        var list = try makeList(["a", "b", "c"])
        _ = list.answer(ListServerTests.edit(1, [rename("a", "v1ana")]))
        var stored = RestoredList(
            list: ListTransfer(list), position: JournalPosition(revision: 1, token: 1),
            compaction: CompactionPolicy())
        #expect(
            bench.handle(.loaded(.success(stored))) == ["note readable", "refuse 3 unavailable"])
        #expect(
            bench.handle(bench.committed(2, 2)) == ["note journalRecovered", "release", "load"])
        _ = list.answer(ListServerTests.edit(2, [rename("a", "v2ana")]))
        stored.list = ListTransfer(list)
        stored.position = JournalPosition(revision: 2, token: 2)
        #expect(
            bench.handle(.loaded(.success(stored))) == [
                "note readable", "publish after 1", "answer [2]",
            ])
    }

    @Test func appendThatIsNotStoredAfterAll_isSettledWhenItsOutcomeComesLate() throws {
        var bench = try Bench()
        _ = bench.pass(Self.edit(1))
        bench.now.loop += 20
        _ = bench.handle(.appendDue)
        #expect(bench.handle(.appended(.unknown("gone"))) == ["settle"])
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 3,
            position: JournalPosition(revision: 0, token: 0))
        #expect(
            bench.handle(.settled(.other(head))) == [
                "note journalRecovered", "refuse 1 unavailable",
            ])
        #expect(bench.machine.stage == .serving)
    }

    @Test(arguments: 1...60)
    func serversThatWriteToOneList_loseAndDoubleNothing(seed: Int) throws {
        var simulation = try SequencerSimulation(
            seed: UInt64(seed), clients: 4, isShared: true)
        simulation.run(steps: 300)
        #expect(simulation.problems.prefix(3) == [], "seed \(seed)")
    }

    @Test(arguments: 1...200)
    func anyOrderOfOutcomes_losesAndDoublesNothing(seed: Int) throws {
        var simulation = try SequencerSimulation(seed: UInt64(seed), clients: 4)
        simulation.run(steps: 300)
        #expect(simulation.problems.prefix(3) == [], "seed \(seed)")
    }
}
