import Foundation
import ListFiles
import ListProtocol

/// What an import made, or would make, and what it left out.
struct ImportReport {
    private let plan: ImportedLists
    private let list: String?
    private let isDone: Bool
    private let json: Bool

    /// - Parameters:
    ///   - list: The list to which the rows are added; nil: lists are made.
    ///   - isDone: Whether it was done, and not only looked at.
    ///   - json: Whether it is told as JSON.
    init(_ plan: ImportedLists, addedTo list: String?, isDone: Bool, json: Bool) {
        self.plan = plan
        self.list = list
        self.isDone = isDone
        self.json = json
    }

    /// Writes a table, or a line of JSON for each file.
    func write() throws {
        if json { return try writeJSON() }
        let lists = plan.lists.map { file, made in
            Line(
                id: list ?? made.list.text, rows: made.rowCount, sections: made.sections.count,
                title: made.title, source: file)
        }
        let width = max(4, lists.map { $0.id.count }.max() ?? 0)
        if !lists.isEmpty {
            try Output.write(
                line: Self.row("list", "rows", "sections", "title", "file", width: width))
        }
        for line in lists {
            try Output.write(
                line: Self.row(
                    line.id, "\(line.rows)", "\(line.sections)", line.title, line.source,
                    width: width))
        }
        for file in plan.files {
            let name = file.contents.format.name
            try Output.write(
                line: TerminalText(
                    "\(file.path): \(name), \(Self.count(file.contents.lists.count, "list")), "
                        + Self.count(file.contents.lists.reduce(0) { $0 + $1.rowCount }, "row")))
            for one in file.contents.leftOut {
                let place = one.line.map { ", the first in line \($0)" } ?? ""
                try Output.write(line: TerminalText("  left out: \(one.words)\(place)"))
            }
        }
        if !isDone { try Output.write(line: "nothing was made: --dry-run") }
    }

    private struct Line {
        let id: String
        let rows: Int
        let sections: Int
        let title: String
        let source: String
    }

    private static func row(
        _ id: String, _ rows: String, _ sections: String, _ title: String, _ file: String,
        width: Int
    ) -> TerminalText {
        func right(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let padded = id + String(repeating: " ", count: max(0, width - id.count))
        return TerminalText(
            "\(padded)  \(right(rows, 7))  \(right(sections, 8))  \(title)  (\(file))")
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    private func writeJSON() throws {
        var left = plan.lists[...]
        for file in plan.files {
            let own = left.prefix(file.contents.lists.count)
            left = left.dropFirst(own.count)
            let message = ContentsMessage(
                file.contents, shown: isDone ? 0 : .max,
                made: own.map { one in list.map { ListID($0) } ?? one.list.list })
            try Output.write(json: message.encoded)
        }
    }
}
