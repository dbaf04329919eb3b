import Foundation
import ListEditing

/// Prints what edits cost on short and long lists: CPU time of the thread, medians of rounds.
@main
enum EditingBench {
    static let short = 100
    static let long = 100_000

    static func main() throws {
        // First, while nothing else has been allocated and given back.
        let memory = try bytesOfARow()
        var table = BenchTable(columns: ["operation", "\(short) rows", "\(long) rows", "ratio"])
        for operation in BenchOperation.all {
            let costs = try [short, long].map { try Measurement.cost(of: operation, rows: $0) }
            table.add([
                operation.name, Measurement.format(costs[0]), Measurement.format(costs[1]),
                Measurement.ratio(costs[1], costs[0]),
            ])
        }
        print(table.text)
        try printLongLists(memory: memory)
        try printWideRows()
        try printPast()
    }

    /// Bytes that a row takes beside its id and fields, in a list that grew row by row.
    private static func bytesOfARow() throws -> Int {
        var list = try BenchList(rows: 0)
        let before = try Memory.used()
        for _ in 0..<long { try list.append() }
        return (try Memory.used() - before) / long - BenchList.payloadBytesPerRow
    }

    /// What must not depend on the fields of a row.
    private static func printWideRows() throws {
        var table = BenchTable(columns: ["a row's fields", "one of them changed"])
        for fields in [1, 100, 2_000] {
            var list = try BenchList(rows: 0)
            try list.appendWide(fields: fields)
            var number = 0
            let cost = try Measurement.mean(of: 300) {
                number += 1
                let change = FieldChange(
                    name: "field\(10_000 + number % fields)",
                    value: FieldValue(json: "\(number + 5_000)"))
                try list.apply([
                    .updateRow(
                        row: RowID("wide"), fields: [change], rules: RowRulesChange(),
                        ifRevision: nil)
                ])
            }
            table.add(["\(fields)", Measurement.format(cost)])
        }
        print(table.text)
    }

    /// What must not depend on the list or its past more than it has to.
    private static func printPast() throws {
        var list = try BenchList(rows: long)
        var table = BenchTable(columns: ["at \(long) rows", ""])
        let refused = Measurement.mean(of: 9) {
            list.refuse([
                .deleteSections([BenchList.section]),
                .updateRow(
                    row: RowID("nosuch"), fields: [], rules: RowRulesChange(), ifRevision: nil),
            ])
        }
        table.add(["its section deleted in an edit that fails", Measurement.format(refused)])
        let base = try list.moveAbout(sets: 96, of: 1_000)
        for count in [1, 1_000] {
            let actions = (0..<count).map { number in
                Action.insertRow(
                    row: RowID("new-\(number)"), fields: BenchList.fields(number),
                    rules: RowRules(),
                    to: .index(BenchList.section, list.random(below: long)))
            }
            let stale = try Measurement.mean(of: 5) { try list.applyStale(actions, base: base) }
            table.add([
                "\(count) inserted at stale indices after 96,000 moves", Measurement.format(stale),
            ])
        }
        print(table.text)
    }

    private static func printLongLists(memory: Int) throws {
        let single = try Measurement.cost(of: .moves(together: 1), rows: long)
        let batch = try Measurement.cost(of: .moves(together: 1_000), rows: long) / 1_000
        let list = try BenchList(rows: long)
        let digest = Measurement.time { _ = list.list.digest() }
        var table = BenchTable(columns: ["at \(long) rows", ""])
        table.add(["a move, alone in its edit", Measurement.format(single)])
        table.add(["a move, one of 1,000 in an edit", Measurement.format(batch)])
        table.add(["the ratio of the two", Measurement.ratio(batch, single)])
        table.add(["the digest", Measurement.format(digest)])
        table.add([
            "memory of a row beside id and fields (\(BenchList.payloadBytesPerRow) B)",
            "\(memory) B",
        ])
        print(table.text)
    }
}

/// A Markdown table.
struct BenchTable {
    private var rows: [[String]]

    init(columns: [String]) {
        rows = [columns, columns.map { _ in "---" }]
    }

    mutating func add(_ row: [String]) {
        rows.append(row)
    }

    /// The table with its columns aligned.
    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            return "| " + cells.joined(separator: " | ") + " |"
        }.joined(separator: "\n") + "\n"
    }
}
