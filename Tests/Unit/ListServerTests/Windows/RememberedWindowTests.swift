import ListEditing
import ListProtocol
import Testing

@testable import ListDocument
@testable import ListServer
@testable import ServerTesting

/// The place that a session with a window is at.
@Suite struct RememberedWindowTests {
    private static let opened = ListWindow(around: [.row(RowID("c"))], before: 1, after: 4)

    private static func range(_ row: Int, _ rows: Int, section: Int = 0) -> RowSelection {
        RowSelection(.ranges([RowRange(at: IndexPath(section: section, row: row), rows: rows)]))
    }

    /// The window after these selections, in a list of one section with the rows a to f.
    private static func window(
        after selections: RowSelection..., firstRow: String? = nil
    ) throws -> ListWindow {
        var remembered = RememberedWindow(opened)
        for selection in selections { remembered.note(selection) }
        if let firstRow { remembered.noteFirstRow(RowID(firstRow)) }
        return remembered.window(in: try makeList(["a", "b", "c", "d", "e", "f"]).list)
    }

    @Test func placeThatWasAskedForLast_counts() throws {
        let asked = ListWindow(around: [.row(RowID("e"))], before: 0, after: 2)
        #expect(try Self.window() == Self.opened)
        #expect(try Self.window(after: Self.range(1, 3), RowSelection(.window(asked))) == asked)
    }

    @Test func range_isItsPath_untilItIsAnswered_andItsFirstRowFromThenOn() throws {
        let path = ListWindow.Place.index(section, 3)
        #expect(
            try Self.window(after: Self.range(3, 2))
                == ListWindow(around: [path], before: 0, after: 2))
        #expect(
            try Self.window(after: Self.range(3, 2), firstRow: "d")
                == ListWindow(around: [.row(RowID("d")), path], before: 0, after: 2))
        // A section that is gone names no place.
        let nowhere = ListWindow(around: [], before: 0, after: 2)
        #expect(try Self.window(after: Self.range(0, 2, section: 5)) == nowhere)
    }

    @Test func ids_comeBeforeThePlaceThatTheyWereAskedAt() throws {
        let ids = RowSelection(.ids([RowID("x"), RowID("f")]))
        let places: [ListWindow.Place] = ["x", "f", "c"].map { .row(RowID($0)) }
        #expect(
            try Self.window(after: ids, firstRow: "a")
                == ListWindow(around: places, before: 1, after: 4))
    }

    @Test func selectionsOfIDsAlone_showNothing_andFewPlacesAreKept() throws {
        let all = RowSelection(
            .ranges([RowRange(at: IndexPath(section: 0, row: 0), rows: 6)]), isOnlyIDs: true)
        #expect(try Self.window(after: all) == Self.opened)
        let many = RowSelection(.ids((0..<100).map { RowID("r\($0)") }))
        #expect(try Self.window(after: many, many).around.count == 16)
    }
}
