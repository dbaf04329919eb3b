import ArgumentParser
import ListClient
import ListEditing
import Testing

@testable import lockstep

@Suite struct EditWishTests {
    private static func place(_ flags: String...) throws -> EditPlace {
        try EditPlace.parse(flags)
    }

    private static func row(_ fields: [Field]) -> Row {
        Row(id: RowID("r"), fields: Fields(fields))
    }

    private static func titles(_ wish: EditWish) -> [String] {
        guard case .actions(let actions) = wish else { return [] }
        return actions.compactMap { action in
            guard case .insertRow(_, let fields, _, _) = action else { return nil }
            return fields["title"]?.text
        }
    }

    @Test func severalAdded_standInTheOrderGiven() throws {
        let words = ["a", "b"]
        let atEnd = try EditWish(.add, words, place: Self.place(), condition: nil)
        #expect(Self.titles(atEnd) == ["a", "b"])
        for flags in [["--section", "s", "--first"], ["--after", "r"]] {
            let place = try EditPlace.parse(flags)
            let wish = try EditWish(.add, words, place: place, condition: nil)
            #expect(Self.titles(wish) == ["b", "a"])
        }
    }

    @Test func verbs_becomeActions() throws {
        let place = try Self.place("--before", "x")
        #expect(
            try EditWish(.move, ["r"], place: place, condition: nil)
                == .actions([.moveRow(RowID("r"), to: .before(RowID("x")))]))
        #expect(
            try EditWish(.move, ["r", "q"], place: place, condition: nil)
                == .actions([.moveRows([RowID("r"), RowID("q")], to: .before(RowID("x")))]))
        let changes = [("true", "true"), ("3.50", "3.50"), ("tea", "\"tea\""), ("[1]", "[1]")]
        for (word, json) in changes {
            let wish = try EditWish(.set, ["r", "f", word], place: Self.place(), condition: nil)
            let change = FieldChange(name: "f", value: FieldValue(json: json))
            #expect(
                wish
                    == .actions([
                        .updateRow(
                            row: RowID("r"), fields: [change], rules: RowRulesChange(),
                            ifRevision: nil)
                    ]))
        }
    }

    @Test(arguments: [
        #"{"op":"deleteRows","rows":["r"]}"#, #"[{"op":"deleteRows","rows":["r"]}]"#,
        #"{"actions":[{"op":"deleteRows","rows":["r"]}]}"#,
        #"{"type":"edit","actions":[{"op":"deleteRows","rows":["r"]}]}"#,
    ])
    func linesOfInput_areEdits(line: String) throws {
        #expect(try EditWish(json: line) == .actions([.deleteRows([RowID("r")])]))
    }

    @Test func undoLine_isUndo() throws {
        #expect(try EditWish(json: #"{"type":"undo"}"#) == .undo)
    }

    @Test(arguments: [
        "", "{", "7", #"{"op":"fly"}"#, #"{"type":"hello"}"#, #"{"type":"edit"}"#,
        #"{"op":"moveRow","row":"r","to":{"index":1.5,"section":"s"}}"#,
    ])
    func otherLines_areRefused(line: String) {
        #expect(throws: CommandFailure.self) { try EditWish(json: line) }
    }

    @Test(arguments: [
        (["amount", ">", "2"], true), (["amount", "<=", "2"], false),
        (["amount", "=", "3.0"], true),
        (["title", "contains", "TEA"], true), (["title", "=", "Tea"], false),
        (["title", "!=", "Tea"], true), (["done", "=", "true"], true), (["none", "=", "1"], false),
        (["none", "!=", "1"], true), (["title", "<", "h"], true),
    ])
    func conditions_compareNumbersAsNumbers(words: [String], holds: Bool) throws {
        let row = Self.row([
            Field(name: "title", value: .text("Green tea")),
            Field(name: "amount", value: .whole(3)), Field(name: "done", value: .truth(true)),
        ])
        #expect(try RowCondition(words).holds(for: row) == holds)
    }

    @Test(arguments: [["a"], ["a", "~", "b"], ["a", "=", "b", "c"]])
    func otherConditions_areRefused(words: [String]) {
        #expect(throws: CommandFailure.self) { try RowCondition(words) }
    }

    @Test(arguments: [["--index", "1"], ["--first"], ["--before", "a", "--after", "b"]])
    func halfAPlace_isRefused(flags: [String]) throws {
        let place = try EditPlace.parse(flags)
        #expect(throws: CommandFailure.self) { try place.target() }
    }
}
