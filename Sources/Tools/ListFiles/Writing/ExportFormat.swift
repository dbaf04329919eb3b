package import ListEditing
package import ListProtocol
import TextBytes

// Canonical equivalence: the words are those of the command line.
/// The formats in which a list goes out as a file.
package enum ExportFormat: String, CaseIterable, Sendable {
    /// A whole list (`ListDocument`).
    case json
    /// Rows for spreadsheets (`RowTable`).
    case csv
    /// Headings, task lists and lists (`MarkdownWriter`).
    case markdown
    /// An outline (`OutlineWriter`).
    case opml
    /// A task for each line (`TodoTxtWriter`).
    case todotxt = "todo.txt"
    /// Tasks for calendars (`CalendarWriter`).
    case icalendar = "ics"

    /// The format by the ending of a path, in any case; nil for any other ending.
    package init?(path: String) {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? Substring().utf8
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        // Canonical equivalence: a word has at most 32 bytes.
        switch String(Substring(name[name.index(after: dot)...])).word.lowercased() {
        case "json": self = .json
        case "csv": self = .csv
        case "md", "markdown": self = .markdown
        case "opml": self = .opml
        case "txt": self = .todotxt
        case "ics": self = .icalendar
        default: return nil
        }
    }

    /// The ending of the names of such files, without its first dot; that of todo.txt tells such a file from
    /// any other text.
    package var ending: String { self == .markdown ? "md" : rawValue }

    /// The file of a list, and what it cannot hold.
    ///
    /// New ids of sections and rows are no loss, nor is the history, which no file holds.
    ///
    /// - Complexity: O(n) in the bytes; of CSV that of `RowTable.encode`.
    package func write(_ list: ListID, _ state: ListState) -> WrittenFile {
        switch self {
        case .json: return WrittenFile(bytes: ListDocument.encode(list, state), lost: [])
        case .csv:
            var tally = LossTally()
            tally.loseRules(of: state)
            tally.loseTitle(of: list, state)
            tally.add(.emptySections, state.sections.count { $0.rows.isEmpty })
            return WrittenFile(bytes: RowTable.encode(state), lost: tally.losses)
        case .markdown: return MarkdownWriter.write(state)
        case .opml: return OutlineWriter.write(state)
        case .todotxt: return TodoTxtWriter.write(list, state)
        case .icalendar: return CalendarWriter.write(state)
        }
    }
}
