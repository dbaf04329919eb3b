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

/// What a machine does with edits where another server wrote the list last, and with those of other servers.
@Suite struct ForwardingMachineTests {
    private static func position(_ number: Int) -> JournalPosition {
        JournalPosition(revision: number, token: Int64(number))
    }

    private static func head(_ number: Int) -> ListHead {
        ListHead(list: "l", epoch: "e", title: "T", rows: 3, position: position(number))
    }

    /// A record that a server has stored, with an edit by Ben.
    private static func record(_ number: Int, by writer: String) throws -> SharedCommand {
        var list = try makeList(["a", "b", "c"])
        var last = position(0)
        var body: [UInt8] = []
        for id in 1...number {
            let request = ServerTesting.edit(id, [rename("b", "v\(id)")], by: ben)
            body = list.record(of: list.apply([request], now: 1)).body
            if id < number { last = position(id) }
        }
        let stored = StoredRecord(
            position: position(number), at: 1, body: body, previous: last.check)
        return .followed(
            FollowedRecord(.changed(stored), head: head(number), writer: writer), isWatched: true)
    }

    /// A machine of the server `one`, which has followed a record of `writer`.
    private static func bench(after writer: String) throws -> MachineBench {
        var bench = try MachineBench(isShared: true, server: "one")
        let followed = bench.handle(try record(1, by: writer))
        #expect(followed == ["publish after 0"])
        return bench
    }

    private static func answered(
        _ outcomes: [EditOutcome], through number: Int, set: [UInt8]? = Array("{}".utf8)
    ) -> ForwardingOutcome {
        .answered(
            ForwardingReply(
                answers: outcomes.map { .answered($0, set: set) }, head: head(number),
                counts: [3]))
    }

    private static let applied = EditOutcome.applied(revision: 2, ids: [], clamps: [])

    // MARK: The edits of this server

    @Test func edits_goToWhoWroteLast_andAreAnsweredBehindTheirSets() throws {
        var bench = try Self.bench(after: "two")
        #expect(bench.pass(MachineBench.edit(1)) == ["forward [1] to two"])
        #expect(bench.pass(MachineBench.edit(2)) == [])
        #expect(
            bench.handle(.forwarded(number: 1, Self.answered([Self.applied], through: 2))) == [
                "note forwarded(edits: 1)", "wake", "forward [2] to two",
            ])
        #expect(
            bench.handle(try Self.record(2, by: "two")) == ["publish after 1", "answer [1]"])
        // A late answer is of no batch.
        #expect(bench.handle(.forwarded(number: 1, .declined)) == [])
        #expect(!bench.isQuiet)
        #expect(
            bench.handle(
                .forwarded(
                    number: 2, Self.answered([.noop(revision: 2, clamps: [])], through: 2))) == [
                    "note forwarded(edits: 1)", "answer [2]", "wake",
                ])
        #expect(bench.isQuiet)
    }

    @Test func setThatDidNotComeWithItsAnswer_isRead() throws {
        var bench = try Self.bench(after: "two")
        let request = Self.edit(1)
        _ = bench.pass(.edit(request))
        _ = bench.handle(try Self.record(2, by: "two"))
        let answered = Self.answered([Self.applied], through: 2, set: nil)
        #expect(
            bench.handle(.forwarded(number: 1, answered)) == [
                "note forwarded(edits: 1)", "wake", "read the set of 1",
            ])
        let edit = AnsweredEdit(request, Self.applied)
        #expect(bench.handle(.setRead(edit, [1], counts: [3])) == ["answer [1]"])
        // It is stored, and its client may ask again.
        #expect(bench.handle(.setRead(edit, nil, counts: [3])) == ["leave unanswered [1]"])
    }

    @Test func answersWhoseRecordsAreNotFollowed_haveThemRead() throws {
        var bench = try Self.bench(after: "two")
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.handle(.forwarded(number: 1, Self.answered([Self.applied], through: 2)))
        #expect(bench.handle(.due(.followDue)) == ["read after 1"])
    }

    @Test func edits_areAppliedHere_whereTheWriterIsLongGoneOrThisOne() throws {
        var bench = try Self.bench(after: "two")
        bench.now.loop += 11
        #expect(bench.pass(MachineBench.edit(1)) == ["append 2", "watch"])
        var own = try Self.bench(after: "one")
        #expect(own.pass(MachineBench.edit(1)) == ["append 2", "watch"])
    }

    @Test func declinedEdits_areAppliedHere_beforeThoseThatWait() throws {
        var bench = try Self.bench(after: "two")
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.pass(MachineBench.edit(2))
        #expect(
            bench.handle(.forwarded(number: 1, .declined)) == [
                "note forwardingDeclined", "append 3", "watch",
            ])
        #expect(
            bench.handle(bench.committed(3, 2)) == [
                "note committed(edits: 2)", "publish after 1", "answer [1, 2]", "wake",
            ])
    }

    /// The other server may have applied them, or may do so until something is stored here.
    @Test func unansweredEdits_areAnsweredBehindARecordOfThisServer() throws {
        var bench = try Self.bench(after: "two")
        // Ben's first edit is stored already: nothing would be stored for it.
        let again = ServerTesting.edit(1, [rename("b", "v1")], by: ben)
        #expect(bench.pass(.edit(again)) == ["forward [1] to two"])
        #expect(
            bench.handle(.forwarded(number: 1, .silent)) == [
                "note forwardingUnanswered", "append 1", "watch",
            ])
        #expect(
            bench.handle(bench.committed(1, 2)) == ["note committed(edits: 1)", "answer [1]"])
        #expect(bench.pass(.edit(again)) == ["answer [1]"])
    }

    @Test func unansweredEdits_areNotRefusedWhileTheJournalFails() throws {
        var bench = try Self.bench(after: "two")
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.handle(.forwarded(number: 1, .silent))
        #expect(bench.handle(.appended(.refused("full"))) == ["leave unanswered [1]"])
    }

    private static let once = Author(client: ClientID("once"), isRemembered: false)

    /// A machine of which the edit of a client that is not remembered was forwarded and not answered.
    private static func benchInDoubt() throws -> (MachineBench, EditLookup) {
        var bench = try bench(after: "two")
        let request = ServerTesting.edit(1, [rename("a", "once")], by: once)
        _ = bench.pass(.edit(request))
        #expect(bench.handle(.headRead(number: 2, .success(head(1)))) == ["forward [1] to two"])
        #expect(
            bench.handle(.forwarded(number: 1, .silent)) == [
                "note forwardingUnanswered", "append 1", "watch",
            ])
        return (bench, EditLookup(requests: [request], after: position(1)))
    }

    /// The list does not remember whether it was applied, but the log has it, or has it not.
    @Test func unansweredEditOfWhoIsNotRemembered_isLookedForInTheLog_andAppliedOnce() throws {
        var (bench, lookup) = try Self.benchInDoubt()
        #expect(
            bench.handle(bench.committed(1, 2)) == [
                "note committed(edits: 0)", "seek [1] in 1..2",
            ])
        #expect(!bench.isQuiet)
        var (other, list) = (bench, try makeList(["a", "b", "c"]))
        var search = EditSearch(lookup)
        let record = try ListRecord(
            decoding: list.record(of: list.apply([lookup.requests[0]], now: 1)).body)
        search.look(in: record.sets)
        #expect(bench.handle(.searched(lookup, search)) == ["answer [1]"])
        #expect(bench.isQuiet)
        search = EditSearch(lookup)
        search.look(in: [])
        #expect(other.handle(.searched(lookup, search)) == ["append 2"])
    }

    @Test func editThatCannotBeLookedFor_staysUnanswered() throws {
        var (bench, lookup) = try Self.benchInDoubt()
        _ = bench.handle(bench.committed(1, 2))
        #expect(bench.handle(.searched(lookup, nil)) == ["leave unanswered [1]"])
        #expect(bench.isQuiet)
        var (refused, _) = try Self.benchInDoubt()
        #expect(refused.handle(.appended(.refused("full"))) == ["leave unanswered [1]"])
        var (failing, _) = try Self.benchInDoubt()
        #expect(failing.handle(.appended(.unknown("silent"))).contains("leave unanswered [1]"))
    }

    @Test func deletion_answersEditsThatAreToBeLookedFor() throws {
        var (bench, _) = try Self.benchInDoubt()
        _ = bench.handle(.appended(.conflict))
        let effects = bench.handle(.resolved(.gone))
        #expect(effects == ["close all deleted", "release", "leave unanswered [1]"])
    }

    @Test func deletion_answersForwardedEdits() throws {
        var bench = try Self.bench(after: "two")
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.pass(.delete)
        #expect(
            bench.handle(.deleted(.done)) == [
                "close all deleted", "release", "deletion done", "leave unanswered [1]",
            ])
    }

    /// Their sets are not followed any more.
    @Test func answersThatWaitForTheirSets_comeWithTheDeletion() throws {
        var bench = try Self.bench(after: "two")
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.handle(.forwarded(number: 1, Self.answered([Self.applied], through: 2)))
        _ = bench.pass(.delete)
        let effects = bench.handle(.deleted(.done))
        #expect(effects == ["close all deleted", "release", "deletion done", "answer [1]"])
        #expect(bench.isQuiet)
    }

    /// Some of a batch are answered in time.
    @Test func whatIsUnknownOfABatch_isAppliedHere_andOnlyThat() throws {
        var bench = try Self.bench(after: "two")
        let edits = [1, 2].map { MachineBench.edit($0) } + [MachineBench.edit(1, by: ben)]
        #expect(bench.pass(edits[0], edits[1], edits[2]) == ["forward [1, 1, 2] to two"])
        let reply = ForwardingReply(
            answers: [.answered(Self.applied, set: []), .declined, .unknown], head: Self.head(2),
            counts: [3])
        #expect(
            bench.handle(.forwarded(number: 1, .answered(reply))) == [
                "note forwarded(edits: 1)", "append 2", "watch", "wake",
            ])
    }

    @Test func editsInDoubt_areNotForwardedAgain_whoeverWasFirst() throws {
        var bench = try Self.bench(after: "two")
        _ = bench.pass(MachineBench.edit(1))
        _ = bench.handle(.forwarded(number: 1, .silent))
        _ = bench.handle(.appended(.conflict))
        _ = bench.handle(.resolved(.other(Self.head(2))))
        let effects = bench.handle(try Self.record(2, by: "two"))
        #expect(!effects.contains { $0.hasPrefix("forward") }, "\(effects)")
    }

    // MARK: The edits of other servers

    private static func batch(
        _ number: Int, after newest: Int, _ requests: EditRequest...
    ) throws -> SharedCommand {
        var sent = ForwardedBatch(
            server: "two", list: ListID("l"), epoch: "e", number: number, after: position(newest))
        for request in requests {
            let isTaken = sent.add(request)
            #expect(isTaken)
        }
        let read = ForwardedBatch(sent.encoded, limits: ProtocolLimits(), arrived: 1) { _, _ in
            TestSubmitter()
        }
        return .accept(try #require(read), isStopping: false)
    }

    private static func edit(_ id: Int) -> EditRequest {
        ServerTesting.edit(id, [rename("a", "v\(id)")])
    }

    @Test func whoWroteLast_appliesTheEditsOfOthers() throws {
        var bench = try Self.bench(after: "one")
        let first = bench.pass(try Self.batch(1, after: 1, Self.edit(1)))
        #expect(first == ["append 2", "watch"])
        #expect(
            bench.handle(bench.committed(2, 2)) == [
                "note committed(edits: 1)", "publish after 1", "answer [1]", "wake",
            ])
        // What the sender does not know are records of this server.
        let second = bench.pass(try Self.batch(2, after: 1, Self.edit(2)))
        #expect(second == ["append 3"])
    }

    @Test func listMoves_toTheOnlyServerWithEditsOfIt() throws {
        var bench = try Self.bench(after: "one")
        for id in 1...2 {
            #expect(bench.pass(try Self.batch(id, after: 1, Self.edit(id))).count > 0)
            _ = bench.handle(bench.committed(id + 1, Int64(id) + 1))
            bench.now.loop += 1.9
            // An edit of this server.
            _ = bench.pass(MachineBench.edit(90 + id, by: ben))
            _ = bench.handle(bench.committed(id + 2, Int64(id) + 2))
        }
        #expect(bench.pass(try Self.batch(3, after: 1, Self.edit(3))).count > 0)
        _ = bench.handle(bench.committed(6, 6))
        bench.now.loop += 2.1
        #expect(bench.handle(try Self.batch(4, after: 1, Self.edit(4))) == ["decline [4]"])
    }

    @Test func whoDidNotWriteLast_declines() throws {
        var bench = try Self.bench(after: "three")
        #expect(bench.handle(try Self.batch(1, after: 1, Self.edit(1))) == ["decline [1]"])
        var stops = try Self.bench(after: "one")
        guard case .accept(let batch, _) = try Self.batch(1, after: 1, Self.edit(1)) else {
            return
        }
        #expect(stops.handle(.accept(batch, isStopping: true)) == ["decline [1]"])
    }

    /// Also where the first one was declined: that was told.
    @Test func batchThatComesAgain_isNotAnswered() throws {
        var bench = try Self.bench(after: "three")
        _ = bench.handle(try Self.batch(2, after: 1, Self.edit(1)))
        _ = bench.handle(try Self.record(2, by: "one"))
        #expect(bench.handle(try Self.batch(2, after: 1, Self.edit(1))) == [])
        #expect(bench.handle(try Self.batch(1, after: 1, Self.edit(1))) == [])
    }

    @Test func editsThatARecordOfOthersOvertakes_areDeclined() throws {
        var bench = try Self.bench(after: "one")
        _ = bench.pass(try Self.batch(1, after: 1, Self.edit(1)))
        _ = bench.pass(try Self.batch(2, after: 1, Self.edit(2)), MachineBench.edit(9))
        #expect(bench.handle(.appended(.conflict)) == ["note overtaken", "resolve"])
        let effects = bench.handle(.resolved(.other(Self.head(2))))
        #expect(effects == ["decline [1, 2]", "read after 1"])
    }
}
