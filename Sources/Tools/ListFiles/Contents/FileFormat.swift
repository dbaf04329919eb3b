import TextBytes

// Canonical equivalence: foreign words are read by `init(word:)`.
/// A format that files are read in; the raw values are words of the protocol and of the command line.
package enum FileFormat: String, CaseIterable, Sendable {
    /// Lockstep's own form of whole lists (``ListDocument``).
    case json
    /// A table whose columns have names: Lockstep's own, a spreadsheet's, or any program's.
    case csv
    case markdown
    case text
    case todoist, trello, notion, keep, googleTasks, tickTick, asana
    case iCalendar, taskPaper, opml, todoTxt
    case wunderlist, taskwarrior, microsoftToDo, outlook, linear, gitHub
    /// An array of JSON objects with titles, of no program that is known here.
    case jsonRecords

    /// The format that the ending of a file's name stands for; nil where it says nothing.
    ///
    /// It is a hint only: what a file holds decides.
    package init?(path: String) {
        let name = path.utf8.suffix(64).split(separator: UInt8(ascii: "/")).last ?? []
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        // Canonical equivalence: at most 64 bytes of a path are looked at.
        switch String(decoding: name[dot...].dropFirst(), as: UTF8.self).lowercased() {
        case "json": self = .json
        case "csv", "tsv", "tab": self = .csv
        case "md", "markdown", "mdown", "mkd": self = .markdown
        case "ics", "ical", "ifb", "icalendar": self = .iCalendar
        case "taskpaper": self = .taskPaper
        case "opml": self = .opml
        case "txt", "text":
            let whole = String(decoding: name, as: UTF8.self).lowercased()
            guard whole.ends(with: "todo.txt") || whole.ends(with: "done.txt") else { return nil }
            self = .todoTxt
        default: return nil
        }
    }

    /// What people call it.
    package var name: String {
        switch self {
        case .json: "Lockstep"
        case .csv: "CSV"
        case .markdown: "Markdown"
        case .text: "plain text"
        case .todoist: "Todoist"
        case .trello: "Trello"
        case .notion: "Notion"
        case .keep: "Google Keep"
        case .googleTasks: "Google Tasks"
        case .tickTick: "TickTick"
        case .asana: "Asana"
        case .iCalendar: "iCalendar"
        case .taskPaper: "TaskPaper"
        case .opml: "OPML"
        case .todoTxt: "todo.txt"
        case .wunderlist: "Wunderlist"
        case .taskwarrior: "Taskwarrior"
        case .microsoftToDo: "Microsoft To Do"
        case .outlook: "Outlook"
        case .linear: "Linear"
        case .gitHub: "GitHub"
        case .jsonRecords: "JSON"
        }
    }
}
