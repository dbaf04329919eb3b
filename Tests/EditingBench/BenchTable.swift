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
