import ListEditing
import ListProtocol

/// A list of 1,000 rows of some 200 bytes, and frames with edits of it, the same in every run.
struct BenchEdits {
    private static let section = SectionID("groceries")
    private static let words =
        "fresh from the market on the corner, two of the large ones if there are any left, "
        + "else four of the small ones and a bunch of whatever looks good today"

    private var rows: [String]
    private var lastEdit = 0
    private var lastRow: Int
    private var generator: UInt64 = 0x9E37_79B9_7F4A_7C15

    init() {
        lastRow = 1_000
        rows = (1...lastRow).map { "row-\($0)" }
    }

    /// The list before the first edit.
    var list: CreateList {
        CreateList(
            list: ListID("shopping"), title: "Shopping",
            sections: [
                SectionSeed(
                    id: BenchEdits.section, title: "Groceries", rules: Rules(),
                    rows: rows.map { row in
                        RowSeed(
                            id: RowID(row),
                            fields: Fields([
                                Field(name: "title", value: FieldValue(json: "\"\(row)\"")),
                                Field(
                                    name: "detail",
                                    value: FieldValue(json: "\"\(BenchEdits.words)\"")),
                            ]))
                    })
            ])
    }

    /// Frames of the next eight edits, two of each kind: updates, moves by neighbour and by index,
    /// an insert and a delete.
    ///
    /// - Parameter base: The newest revision.
    mutating func next(base: Int) -> [[UInt8]] {
        [
            update(), moveBefore(), insert(), moveTo(base), update(), moveBefore(),
            delete(), moveTo(base),
        ].map { action in
            lastEdit += 1
            let text = """
                {"type":"edit","list":"shopping","id":\(lastEdit),"base":\(base),\
                "actions":[\(action)]}
                """
            return Array(text.utf8)
        }
    }

    private mutating func update() -> String {
        """
        {"op":"updateRow","row":"\(anyRow())",\
        "fields":{"detail":"\(random(below: 1 << 30)) \(BenchEdits.words)"}}
        """
    }

    private mutating func moveBefore() -> String {
        let (row, other) = twoRows()
        return #"{"op":"moveRow","row":"\#(row)","to":{"before":"\#(other)"}}"#
    }

    private mutating func moveTo(_ base: Int) -> String {
        let (row, _) = twoRows()
        let index = random(below: rows.count - 8)
        return """
            {"op":"moveRow","row":"\(row)",\
            "to":{"section":"\(BenchEdits.section.text)","index":\(index)}}
            """
    }

    private mutating func insert() -> String {
        lastRow += 1
        let other = anyRow()
        rows.append("row-\(lastRow)")
        return """
            {"op":"insertRow","row":"row-\(lastRow)","fields":{"title":"Item \(lastRow)",\
            "detail":"\(BenchEdits.words)"},"to":{"after":"\(other)"}}
            """
    }

    private mutating func delete() -> String {
        let row = rows.remove(at: random(below: rows.count))
        return #"{"op":"deleteRows","rows":["\#(row)"]}"#
    }

    private mutating func anyRow() -> String { rows[random(below: rows.count)] }

    /// Two rows far enough from one another that a move between them always changes something.
    private mutating func twoRows() -> (String, String) {
        let first = random(below: rows.count)
        let second = (first + 1 + random(below: rows.count - 1)) % rows.count
        return (rows[first], rows[second])
    }

    /// A whole number below `bound`, from xorshift.
    private mutating func random(below bound: Int) -> Int {
        generator ^= generator << 13
        generator ^= generator >> 7
        generator ^= generator << 17
        return Int(generator % UInt64(bound))
    }
}
