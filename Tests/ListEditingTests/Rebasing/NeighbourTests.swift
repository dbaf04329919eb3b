import EditScripts
import Testing

@testable import ListEditing

/// Small cases that tell one wrong neighbour or one lost row from the right ones.
struct NeighbourTests {
    @Test func moveWhoseNeighbourWasPlacedAnew_stillGoesBackBesideIt() throws {
        var list = try list("a b c d")
        let move = try list.act(.move("b", .at(0, 3)))
        try list.act(.delete("a"), by: "bob")
        try list.act(.move("c", .at(0, 1)), by: "bob")
        #expect(list.text == "d c b")
        _ = list.applyInverse(move.inverse, of: 1, context())
        #expect(list.text == "d b c")
    }

    @Test func rowsMovedToAnotherSection_allArrive() throws {
        var list = try list("a b | c d")
        try list.act(.moveRows([RowID("a"), RowID("b")], to: .at(1, 1)))
        #expect(list.text == " | c a b d")
        #expect(list.rowCount == 4)
    }
}
