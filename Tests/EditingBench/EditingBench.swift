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
    }

    /// Bytes that a row takes beside its id and fields, in a list that grew row by row.
    private static func bytesOfARow() throws -> Int {
        var list = try BenchList(rows: 0)
        let before = try Memory.used()
        for _ in 0..<long { try list.append() }
        return (try Memory.used() - before) / long - BenchList.payloadBytesPerRow
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
