public import ListEditing
import ListProtocol

/// The rows that a ``WindowedList`` holds at first, and how many it asks for at a time.
public struct RowWindow: Sendable, Hashable {
    /// A place in a list.
    public enum Place: Sendable, Hashable {
        /// A row.
        case row(RowID)
        /// An index in a section; one past the end is the end.
        case index(SectionID, Int)
    }

    /// The places to look for; the first that is in the list counts, the start where none is.
    ///
    /// The first 16 are sent.
    public var around: [Place]
    /// Rows before the place, across sections.
    public var before: Int
    /// Rows from the place on, across sections.
    public var after: Int
    /// The rows that are kept in memory, approximately; farther ones are forgotten after a read.
    public var kept: Int

    /// A window; the server sends at most `limits.windowRows` rows (1,000) at a time.
    public init(around: [Place] = [], before: Int = 50, after: Int = 150, kept: Int = 10_000) {
        self.around = around
        self.before = before
        self.after = after
        self.kept = kept
    }
}

/// A page of the rows that have a text.
public struct FoundRows: Sendable, Hashable {
    /// A row and its path at ``revision``.
    public struct Match: Sendable, Hashable {
        /// The row's path.
        public var at: IndexPath
        /// The row.
        public var row: Row
    }

    /// The revision of the list that was searched.
    public var revision: Int
    /// The rows in order of the list; a page may have none and still have a next one.
    public var rows: [Match]
    /// Where the next page begins; nil: there is none.
    public var next: IndexPath?
}

/// What a reader of a windowed list asks for.
enum RowRead: Equatable, Sendable {
    /// The rows with these indices in a section, as the list is when they arrive.
    case rows(SectionID, Range<Int>)
    case row(RowID)
    case find(TextQuery)
}

/// The answer to a reader.
enum RowReadAnswer: Equatable, Sendable {
    case rows([Row])
    case found(FoundRows)
    case failed(code: String, message: String)
}

extension RowWindow {
    /// The window as `open` has it.
    var message: ListWindow {
        ListWindow(
            around: around.prefix(ListWindow.mostPlaces).map { place in
                switch place {
                case .row(let row): .row(row)
                case .index(let section, let index): .index(section, index)
                }
            }, before: before, after: after)
    }
}
