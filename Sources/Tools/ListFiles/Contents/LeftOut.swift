/// Something of a file that is not in its lists, or not as it was, and how often.
package struct LeftOut: Hashable, Sendable {
    // Canonical equivalence: foreign words are read by `init(word:)`.
    /// What it is; the raw values are words of the protocol.
    package enum Reason: String, CaseIterable, Sendable {
        case archivedCard, cardInArchivedList, archivedTask, deletedTask, archivedNote, trashedNote
        case event, journalEntry, reminder
        case untitledRow
        /// A line of text that is neither a row, nor a section, nor a note of a row.
        case looseText
        /// A note on a whole list or section, which have none here.
        case listNote
        /// A label of a whole list.
        case listLabel
        case attachment
        /// A record of a kind that is not known.
        case unknownRecord
        /// A row that stood deeper than 8 and stands at 8 now.
        case deepRow
        /// A title of a list or section that was longer than the limit, and is cut.
        case longTitle
    }

    package var reason: Reason
    package var count: Int
    /// The line of the first, from 1, where the format has lines.
    package var line: Int?

    package init(_ reason: Reason, count: Int = 1, line: Int? = nil) {
        self.reason = reason
        self.count = count
        self.line = line
    }

    /// How many of what, for the user: "1 archived card", "2 cards in an archived list".
    package var words: String {
        let (one, many) = reason.nouns
        return "\(count) \(count == 1 ? one : many)"
    }
}

extension LeftOut.Reason {
    /// What one is called, and what several are.
    fileprivate var nouns: (one: String, many: String) {
        switch self {
        case .archivedCard: ("archived card", "archived cards")
        case .cardInArchivedList: ("card in an archived list", "cards in an archived list")
        case .archivedTask: ("archived task", "archived tasks")
        case .deletedTask: ("deleted task", "deleted tasks")
        case .archivedNote: ("archived note", "archived notes")
        case .trashedNote: ("note in the trash", "notes in the trash")
        case .event: ("event of a calendar", "events of a calendar")
        case .journalEntry: ("entry of a journal", "entries of a journal")
        case .reminder: ("reminder", "reminders")
        case .untitledRow: ("row without a title", "rows without a title")
        case .looseText: ("line that is no row", "lines that are no rows")
        case .listNote: ("note on a list or section", "notes on lists or sections")
        case .listLabel: ("label of a list", "labels of lists")
        case .attachment: ("attachment", "attachments")
        case .unknownRecord: ("record of an unknown kind", "records of unknown kinds")
        case .deepRow: ("row moved up to depth 8", "rows moved up to depth 8")
        case .longTitle: ("title that was cut", "titles that were cut")
        }
    }
}
