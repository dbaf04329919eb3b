import ListEditing
import ListProtocol
import Testing

@testable import ListDocument
@testable import ListServer
@testable import ServerTesting

/// Marks and steps that wait, through records, snapshots and batches that are taken back.
@Suite struct UndoMarksTests {
    private let second = SectionID("n")

    private func code(_ answer: EditOutcome?) -> RejectCode? {
        if case .rejected(let rejection)? = answer { rejection.code } else { nil }
    }

    private func delete(_ rows: String...) -> Action { .deleteRows(rows.map { RowID($0) }) }

    private func insertSection() -> Action {
        .insertSection(section: second, title: "N", rules: nil, to: .end)
    }

    /// A list of which a part of a step of `ana` waits for a section that `ben` has deleted; every record is
    /// replayed by `follower`, and batches that are taken back leave no trace.
    private func waiting() throws -> (list: LoadedList, follower: LoadedList) {
        var list = try makeList(["a", "b", "c"])
        var follower = list
        for request in [
            edit(1, [insertSection()], by: ben),
            edit(2, [.moveRow(RowID("c"), to: .end(second))], by: ben),
            edit(1, [delete("b", "c")]), edit(3, [.deleteSections([second])], by: ben), undo(2),
        ] {
            try step(&list, &follower, request)
        }
        #expect(list.order == ["a", "b"])
        return (list, follower)
    }

    @discardableResult
    private func step(
        _ list: inout LoadedList, _ follower: inout LoadedList, _ request: EditRequest
    ) throws -> EditOutcome? {
        let before = list.snapshot.encoded
        _ = list.apply([request], now: 5)
        list.rollBack()
        #expect(list.snapshot.encoded == before)
        let batch = list.apply([request], now: 5)
        list.endBatch()
        try follower.replay(ListRecord(decoding: batch.record.encoded), at: 5)
        #expect(follower.snapshot.encoded == list.snapshot.encoded)
        return batch.answers.first?.outcome
    }

    @Test func partThatWaits_isTheSameAfterReplaysAndSnapshots() throws {
        var (list, follower) = try waiting()
        #expect(code(try step(&list, &follower, undo(3))) == .unknownSection)
        var loaded = LoadedList(
            id: ListID("l"), epoch: "e", limits: ProtocolLimits(),
            snapshot: try ListSnapshot(decoding: list.snapshot.encoded))
        #expect(loaded.snapshot.encoded == list.snapshot.encoded)
        try step(&loaded, &follower, undo(4, by: ben))
        try step(&loaded, &follower, undo(4))
        #expect(loaded.order == ["a", "b", "c"])
    }

    @Test func stepThatIsSkipped_leavesNoMarks() throws {
        var (list, follower) = try waiting()
        let skip = EditRequest(
            UndoMessage(list: ListID("l"), id: 3, skips: true), redo: false, author: ana,
            submitter: TestSubmitter())
        #expect(try step(&list, &follower, skip) == .noop(revision: 5, clamps: []))
        #expect(code(try step(&list, &follower, undo(4))) == .nothingToUndo)
        try step(&list, &follower, undo(4, by: ben))
        #expect(list.order == ["a", "b"])
    }

    @Test func clientsThatAreForgotten_leaveNoMarks() throws {
        var (list, _) = try waiting()
        #expect(list.list.markCount > 0)
        list.forgetClients(unseenSince: .max)
        list.endBatch()
        #expect(list.list.markCount == 0)
        #expect(list.snapshot.marks == StoredPlaceMarks())
    }

    @Test func editWhoseClientIsNotRemembered_leavesNoMarks() throws {
        var (list, follower) = (try makeList(["a", "b"]), try makeList(["a", "b"]))
        let remote = Author(client: ClientID("guest"), isRemembered: false)
        try step(&list, &follower, edit(1, [delete("a")], by: remote))
        #expect(list.list.markCount == 0)
    }

    @Test func setThatIsFinal_isSoAfterAReplay_andLeavesNoMarks() throws {
        var limits = ProtocolLimits()
        limits.undoBytes = 2_000
        let rows = (0..<100).map { "r\($0)" }
        var (list, follower) = (
            try makeList(rows, limits: limits), try makeList(rows, limits: limits)
        )
        try step(&list, &follower, edit(1, [rename("r1", "x")]))
        try step(&list, &follower, edit(2, [.deleteRows(rows.dropFirst(50).map { RowID($0) })]))
        #expect(list.list.markCount == 0)
        #expect(try step(&list, &follower, undo(3)) == .applied(revision: 3, ids: [], clamps: []))
        #expect(follower.list.row(RowID("r1"))?.fields["title"]?.json == #""r1""#)
    }
}
