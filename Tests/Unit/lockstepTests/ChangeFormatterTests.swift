import ListClient
import ListEditing
import Testing

@testable import lockstep

@Suite struct ChangeFormatterTests {
    private static let list = EditableList(
        ListState(
            revision: 7, title: "L", rules: Rules(),
            sections: [
                SectionState(
                    id: SectionID("s"), title: "Produce",
                    rows: [
                        Row(
                            id: RowID("a"),
                            fields: Fields([Field(name: "title", value: .string("Te\u{1B}a"))]))
                    ])
            ]))

    private static func deletion() -> ListChange {
        var changes = ChangeSet()
        changes.deletedRows = [
            RowDeletion(row: RowID("a"), at: IndexPath(section: 0, row: 0))
        ]
        return ListChange(
            revision: 8, time: 0, client: ClientID("0123456789"), isOwn: false, folds: 1,
            changes: changes, clamped: [])
    }

    @Test func line_namesAuthorAndRow_withoutControlCharacters() {
        var formatter = ChangeFormatter(TerminalStyle(hasColours: false))
        formatter.remember(Self.list)
        #expect(
            formatter.lines(for: Self.deletion(), in: Self.list) == [
                "8 01234567 deleted “Te\u{FFFD}a”"
            ])
        formatter.remember([
            Participant(client: ClientID("0123456789"), name: "Ana", presence: Presence())
        ])
        #expect(
            formatter.lines(for: Self.deletion(), in: Self.list).first?.description
                .hasPrefix("8 Ana ") == true)
    }

    @Test func colours_areOnlyWhereTheyAreWanted() {
        #expect("\(TerminalStyle(hasColours: true).paint("x", .red))" == "\u{1B}[31mx\u{1B}[0m")
        #expect("\(TerminalStyle(hasColours: false).paint("x", .red))" == "x")
    }
}
