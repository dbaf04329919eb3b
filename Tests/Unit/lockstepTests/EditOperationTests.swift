import ArgumentParser
import ListClient
import ListEditing
import Testing

@testable import lockstep

@Suite struct EditOperationTests {
    private static func place(_ flags: String...) throws -> PlaceOptions {
        try PlaceOptions.parse(flags)
    }

    private static func titles(_ operation: EditOperation) -> [String] {
        guard case .actions(let actions) = operation else { return [] }
        return actions.compactMap { action in
            guard case .insertRow(_, let fields, _, _) = action else { return nil }
            return fields["title"]?.string
        }
    }

    @Test func severalAdded_standInTheOrderGiven() throws {
        let words = ["a", "b"]
        let atEnd = try EditOperation(.add, words, place: Self.place(), condition: nil)
        #expect(Self.titles(atEnd) == ["a", "b"])
        for flags in [["--section", "s", "--first"], ["--after", "r"]] {
            let place = try PlaceOptions.parse(flags)
            let operation = try EditOperation(.add, words, place: place, condition: nil)
            #expect(Self.titles(operation) == ["b", "a"])
        }
    }

    @Test func verbs_becomeActions() throws {
        let place = try Self.place("--before", "x")
        #expect(
            try EditOperation(.move, ["r"], place: place, condition: nil)
                == .actions([.moveRow(RowID("r"), to: .before(RowID("x")))]))
        #expect(
            try EditOperation(.move, ["r", "q"], place: place, condition: nil)
                == .actions([.moveRows([RowID("r"), RowID("q")], to: .before(RowID("x")))]))
        let changes = [("true", "true"), ("3.50", "3.50"), ("tea", "\"tea\""), ("[1]", "[1]")]
        for (word, json) in changes {
            let operation = try EditOperation(
                .set, ["r", "f", word], place: Self.place(), condition: nil)
            let change = FieldChange(name: "f", value: FieldValue(json: json))
            #expect(
                operation
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
        #expect(try EditOperation(json: line) == .actions([.deleteRows([RowID("r")])]))
    }

    @Test func undoLine_isUndo() throws {
        #expect(try EditOperation(json: #"{"type":"undo"}"#) == .undo(skips: false))
        #expect(try EditOperation(json: #"{"type":"redo","skip":true}"#) == .redo(skips: true))
        #expect(throws: CommandError.self) {
            try EditOperation(json: #"{"type":"undo","skip":1}"#)
        }
        #expect(throws: CommandError.self) {
            try EditOperation(.add, ["Tea"], place: Self.place(), condition: nil, skips: true)
        }
    }

    @Test(arguments: [
        "", "{", "7", #"{"op":"fly"}"#, #"{"type":"hello"}"#, #"{"type":"edit"}"#,
        #"{"op":"moveRow","row":"r","to":{"index":1.5,"section":"s"}}"#,
    ])
    func otherLines_areRefused(line: String) {
        #expect(throws: CommandError.self) { try EditOperation(json: line) }
    }

    @Test(arguments: [["--index", "1"], ["--first"], ["--before", "a", "--after", "b"]])
    func halfAPlace_isRefused(flags: [String]) throws {
        let place = try PlaceOptions.parse(flags)
        #expect(throws: CommandError.self) { try place.target() }
    }
}
