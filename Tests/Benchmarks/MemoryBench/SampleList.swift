import ListDocument
import ListEditing
import ListJournal
import ListProtocol

/// Lists to be measured: the same in every run.
enum SampleList {
    /// Bytes of the id and the fields of a row of `created`, with their JSON.
    static func payloadBytes(_ row: Int) -> Int {
        id(row).utf8.count + #"{"done":false,"title":}"#.utf8.count + title(row).utf8.count
    }

    /// A snapshot of a list that was created with its rows, each a title and a checkbox.
    static func created(rows: Int) throws -> [UInt8] {
        let rows = (0..<rows).map { row in
            RowSeed(
                id: RowID(id(row)),
                fields: Fields([
                    Field(name: "title", value: FieldValue(json: title(row))),
                    Field(name: "done", value: FieldValue(json: "false")),
                ]))
        }
        let list = CreateList(
            list: ListID("bench"), title: "Bench",
            sections: [
                SectionSeed(id: SectionID("s"), title: "S", rules: Rules(), rows: rows)
            ])
        return try NewList(list, limits: ProtocolLimits(), epoch: "bench", at: 0).snapshot
    }

    /// Edits that each check one of the rows of `created`.
    static func checks(rows: Int) -> [String] {
        (0..<rows).map { #"{"op":"updateRow","row":"\#(id($0))","fields":{"done":true}}"# }
    }

    /// Edits of a list of ten rows, in eights: one inserts a row and the next deletes it, four move a
    /// row, two set a title.
    static func edits(_ count: Int) -> [String] {
        (0..<count).map { number in
            let row = id(number / 8 % 10)
            let other = id((number / 8 + number % 8) % 10)
            return switch number % 8 {
            case 0:
                #"{"op":"insertRow","row":"new-\#(number)","fields":{"title":\#(title(number))},"#
                    + #""to":{"section":"s","index":0}}"#
            case 1: #"{"op":"deleteRows","rows":["new-\#(number - 1)"]}"#
            case 2, 4: #"{"op":"moveRow","row":"\#(row)","to":{"section":"s","index":9}}"#
            case 3: #"{"op":"moveRow","row":"\#(row)","to":{"section":"s","index":0}}"#
            case 5: #"{"op":"moveRow","row":"\#(row)","to":{"section":"s","index":5}}"#
            default:
                #"{"op":"updateRow","row":"\#(other)","fields":{"title":\#(title(number))}}"#
            }
        }
    }

    private static func id(_ row: Int) -> String { "row-\(row + 10_000)" }

    private static func title(_ row: Int) -> String { "\"Item \(row) of the long list\"" }
}
