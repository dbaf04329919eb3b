import ListEditing
import ListProtocol
import Testing

@testable import ListClient

/// What the machine of a windowed list asks for, and what it makes of the answers.
@Suite struct WindowMachineTests {
    private static let section = SectionID("s")

    /// A list of 100 rows at revision 5, of which r10, r11 and r12 are held at their indices.
    private static func live(window: RowWindow = RowWindow(before: 0, after: 0)) -> ListMachine {
        var machine = ListMachine(Given.list, window: window)
        _ = machine.began(Given.session, at: 0)
        _ = machine.received(Given.opened(lastId: 0))
        _ = machine.received(outline(revision: 5))
        return machine
    }

    private static func outline(revision: Int) -> ReceivedMessage {
        let section = Outline.Section(
            id: section, title: "S", rules: Rules(), rows: 100, top: 0, bottom: 0)
        return .outline(
            Outline(
                list: Given.list, epoch: "e", revision: revision, title: "A", rules: Rules(),
                sections: [section], runs: [run(10, ["r10", "r11", "r12"])]))
    }

    private static func run(_ row: Int, _ ids: [String]) -> RowRun {
        RowRun(at: IndexPath(section: 0, row: row), rows: ids.map { Row(id: RowID($0)) })
    }

    private static func rows(
        _ n: Int, revision: Int = 5, _ runs: [RowRun], missing: [String] = []
    ) -> ReceivedMessage {
        .rows(
            RowsMessage(
                list: Given.list, n: n, revision: revision, runs: runs,
                missing: missing.map { RowID($0) }))
    }

    /// A set that moves a row.
    private static func moved(_ row: String, _ from: Int, _ to: Int) -> ReceivedMessage {
        var changes = ChangeSet()
        changes.movedRows = [
            RowMove(
                row: RowID(row), from: IndexPath(section: 0, row: from),
                to: IndexPath(section: 0, row: to))
        ]
        let set = PublishedChange(
            revision: 6, at: 0, client: ClientID("other"), intent: 1, changes: changes)
        return Given.changes([set], counts: [100])
    }

    private static func queries(_ actions: [ListAction]) -> [ListQuery] {
        Given.sent(actions).compactMap { if case .query(let query) = $0 { query } else { nil } }
    }

    private static func ranges(_ row: Int, _ count: Int) -> [RowRange] {
        [RowRange(at: IndexPath(section: 0, row: row), rows: count)]
    }

    private static func held(_ machine: ListMachine) -> [String] {
        machine.sparse?.runs.map { run in
            "\(run.at.row):" + run.rows.map(\.id.text).joined(separator: " ")
        } ?? []
    }

    // MARK: Opening

    @Test func open_namesTheWindow_andAnOutlineMakesTheList() {
        var machine = ListMachine(
            Given.list, window: RowWindow(around: [.index(Self.section, 10)], before: 1, after: 2))
        let asked = Given.sent(machine.began(Given.session, at: 0))
        let window = ListWindow(around: [.index(Self.section, 10)], before: 1, after: 2)
        #expect(asked == [.open(OpenList(list: Given.list, window: window))])
        _ = machine.received(Given.opened(lastId: 0))
        let actions = machine.received(Self.outline(revision: 5))
        #expect(actions.contains(.emit(.replaced(revision: 5))))
        #expect(machine.status == .live)
        #expect(machine.sparse?.counts == [100])
        #expect(Self.held(machine) == ["10:r10 r11 r12"])
        #expect(machine.list == nil)
    }

    @Test func serverWithoutWindows_sendsTheWholeList() throws {
        var session = Given.session
        session.limits.windowRows = 0
        var machine = ListMachine(Given.list, window: RowWindow())
        let asked = Given.sent(machine.began(session, at: 0))
        #expect(asked == [.open(OpenList(list: Given.list))])
        _ = machine.received(Given.opened(lastId: 0))
        _ = machine.received(Given.snapshot(revision: 5, rows: ["r1", "r2"]))
        #expect(Self.held(machine) == ["0:r1 r2"])
        let actions = machine.read(.rows(Self.section, 0..<9), reader: 1, at: 0)
        #expect(
            actions == [
                .read(reader: 1, .rows([Row(id: RowID("r1")), Row(id: RowID("r2"))]))
            ])
    }

    @Test func reconnect_asksSince_withTheWindowReadLast_andForTheRowsAgain() {
        var machine = Self.live()
        let first = Self.queries(machine.read(.rows(Self.section, 40..<42), reader: 1, at: 0))
        #expect(first.map(\.n) == [1])
        _ = machine.lost()
        let asked = Given.sent(machine.began(Given.session, at: 1))
        let window = ListWindow(around: [.index(Self.section, 40)], before: 0, after: 0)
        #expect(
            asked == [.open(OpenList(list: Given.list, since: 5, epoch: "e", window: window))])
        _ = machine.received(Given.opened(lastId: 0))
        let actions = machine.received(
            .catchup(
                ReceivedChanges(
                    list: Given.list, epoch: "e", from: 5, revision: 5, sets: [], counts: nil)))
        #expect(
            Self.queries(actions).map(\.subject)
                == [.rows(RowSelection(.ranges(Self.ranges(40, 2))))])
        #expect(Self.queries(actions).map(\.n) == [2])
    }

    // MARK: Reading

    @Test func whatIsHeld_isAnsweredAtOnce_andWhatIsNot_isAskedFor() {
        var machine = Self.live(window: RowWindow(before: 3, after: 5))
        #expect(
            machine.read(.rows(Self.section, 11..<12), reader: 1, at: 0)
                == [.read(reader: 1, .rows([Row(id: RowID("r11"))]))])
        let actions = machine.read(.rows(Self.section, 12..<15), reader: 2, at: 0)
        let wanted = [
            RowRange(at: IndexPath(section: 0, row: 13), rows: 2),
            RowRange(at: IndexPath(section: 0, row: 9), rows: 1),
            RowRange(at: IndexPath(section: 0, row: 15), rows: 5),
        ]
        #expect(Self.queries(actions).map(\.subject) == [.rows(RowSelection(.ranges(wanted)))])
        // One query at a time.
        #expect(Self.queries(machine.read(.row(RowID("r77")), reader: 3, at: 0)).isEmpty)
        let answered = machine.received(Self.rows(1, [Self.run(13, ["r13", "r14"])]))
        let read = ["r12", "r13", "r14"].map { Row(id: RowID($0)) }
        #expect(answered.contains(.read(reader: 2, .rows(read))))
        #expect(
            Self.queries(answered).map(\.subject) == [.rows(RowSelection(.ids([RowID("r77")])))])
        let missing = machine.received(Self.rows(2, [], missing: ["r77"]))
        #expect(missing.contains(.read(reader: 3, .rows([]))))
    }

    @Test func answerThatIsRefused_failsItsReader_andTheNextIsAsked() {
        var machine = Self.live()
        _ = machine.read(.row(RowID("a")), reader: 1, at: 0)
        _ = machine.read(.row(RowID("b")), reader: 2, at: 0)
        let actions = machine.received(
            .error(
                ReceivedRefusal(code: "badMessage", message: "no", list: Given.list, n: 1)))
        #expect(actions.contains(.read(reader: 1, .failed(code: "badMessage", message: "no"))))
        #expect(Self.queries(actions).map(\.n) == [2])
    }

    @Test func rowThatMovesOutOfAGapIntoARun_isAskedForByItsID() {
        var machine = Self.live()
        let actions = machine.received(Self.moved("r90", 90, 11))
        #expect(machine.sparse?.holes == [RowID("r90")])
        #expect(
            Self.queries(actions).map(\.subject) == [.rows(RowSelection(.ids([RowID("r90")])))])
        _ = machine.received(Self.rows(1, revision: 6, [Self.run(11, ["r90"])]))
        #expect(machine.sparse?.holes == [])
        #expect(Self.held(machine) == ["10:r10 r90 r11 r12"])
    }

    @Test func answerOfAnotherRevision_opensTheListAgain() {
        var machine = Self.live()
        _ = machine.read(.row(RowID("a")), reader: 1, at: 0)
        let actions = machine.received(Self.rows(1, revision: 9, []))
        #expect(Given.sent(actions).contains { if case .open = $0 { true } else { false } })
        #expect(machine.mismatches == 1)
    }

    @Test func farRows_areForgotten_whereMoreAreHeldThanKept() {
        var machine = Self.live(window: RowWindow(before: 0, after: 0, kept: 4))
        _ = machine.read(.rows(Self.section, 50..<53), reader: 1, at: 0)
        _ = machine.received(Self.rows(1, [Self.run(50, ["r50", "r51", "r52"])]))
        #expect(Self.held(machine) == ["50:r50 r51"])
    }

    // MARK: Staying in step

    @Test func head_ofTheSameRevision_comparesTheRuns_andADifferentOneIsReadAgain() throws {
        var machine = Self.live()
        let head = ReceivedMessage.head(Head(list: Given.list, revision: 5, digest: 1))
        let asked = Self.queries(machine.received(head))
        #expect(asked.map(\.subject) == [.check(Self.ranges(10, 3))])
        let own = try #require(
            machine.sparse?.digest(from: IndexPath(section: 0, row: 10), count: 3))
        let equal = machine.received(
            .checked(Checked(list: Given.list, n: 1, revision: 5, digests: [own])))
        #expect(equal.isEmpty)
        _ = machine.received(head)
        let different = machine.received(
            .checked(Checked(list: Given.list, n: 2, revision: 5, digests: [own ^ 1])))
        #expect(
            different.contains(.emit(.mismatched("1 runs differ at revision 5"))))
        #expect(
            Self.queries(different).map(\.subject)
                == [.rows(RowSelection(.ranges(Self.ranges(10, 3))))])
        _ = machine.received(Self.rows(3, [Self.run(10, ["r10", "r99", "r12"])]))
        #expect(Self.held(machine) == ["10:r10 r99 r12"])
    }

    @Test func headAbove_asksSince() {
        var machine = Self.live()
        let actions = machine.received(
            .head(Head(list: Given.list, revision: 7, digest: 1)))
        guard case .open(let open)? = Given.sent(actions).first else {
            Issue.record("\(actions)")
            return
        }
        #expect(open.since == 5)
    }

    // MARK: Editing

    @Test func ownEdits_showAtOnce_andAPlaceInAGapIsNamedByItsIndex() {
        var machine = Self.live()
        let move = PendingEdit.Content.edit([.moveRow(RowID("r11"), to: .index(Self.section, 70))])
        let (_, first) = machine.submit(move, at: 0)
        #expect(Self.held(machine) == ["10:r10 r12", "70:r11"])
        guard case .edit(let edit)? = Given.sent(first).first else { return }
        #expect(
            (try? edit.edit.get())?.actions
                == [.moveRow(RowID("r11"), to: .index(Self.section, 70))])
        // The second index counts with the first edit; the server is told the place without it: row 40
        // of the user is row 41 of the server, as r11 still stands before it there.
        let insert = PendingEdit.Content.edit([
            .insertRow(
                row: RowID("n"), fields: Fields(), rules: RowRules(), to: .index(Self.section, 40))
        ])
        let (_, second) = machine.submit(insert, at: 0)
        // Until it is answered it shows at that index.
        #expect(Self.held(machine) == ["10:r10 r12", "41:n", "71:r11"])
        guard case .edit(let next)? = Given.sent(second).first else {
            Issue.record("\(second)")
            return
        }
        #expect(
            (try? next.edit.get())?.actions == [
                .insertRow(
                    row: RowID("n"), fields: Fields(), rules: RowRules(),
                    to: .index(Self.section, 41))
            ])
    }

    @Test func indexBesideAHeldRow_isANeighbour_whileEditsWait() {
        var machine = Self.live()
        _ = machine.submit(.edit([.deleteRows([RowID("r10")])]), at: 0)
        #expect(Self.held(machine) == ["10:r11 r12"])
        let (_, actions) = machine.submit(
            .edit([.moveRow(RowID("r12"), to: .index(Self.section, 10))]), at: 0)
        guard case .edit(let edit)? = Given.sent(actions).first else { return }
        #expect(
            (try? edit.edit.get())?.actions
                == [.moveRow(RowID("r12"), to: .before(RowID("r11")))])
    }
}
