package import ListEditing
package import ListProtocol

// Canonical equivalence: contents are compared by tests.
/// What a file holds, as lists.
package struct FileContents: Hashable, Sendable {
    /// The format that the file was read in.
    package var format: FileFormat
    /// The lists, in the file's order; none where all of the file was left out.
    package var lists: [FileList]
    /// What is not in the lists, each reason once, in the order of `LeftOut.Reason`.
    package var leftOut: [LeftOut]
    /// Of a table: the names of its columns and which has the titles; nil for other formats.
    package var table: TableColumns?

    package init(
        format: FileFormat, lists: [FileList], leftOut: [LeftOut] = [], table: TableColumns? = nil
    ) {
        self.format = format
        self.lists = lists
        self.leftOut = leftOut
        self.table = table
    }
}

// Canonical equivalence: contents are compared by tests.
/// A list of a file.
package struct FileList: Hashable, Sendable {
    /// The id; only a `lockstep-list` document names one.
    package var id: ListID?
    /// The title that the file has, else the file's name without its ending.
    package var title: String
    package var rules: Rules
    package var sections: [SectionSeed]
    /// The rows of all sections.
    package var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

    package init(
        id: ListID? = nil, title: String, rules: Rules = Rules(), sections: [SectionSeed] = []
    ) {
        self.id = id
        self.title = title
        self.rules = rules
        self.sections = sections
    }
}

// Canonical equivalence: columns are compared by tests.
/// The columns of a table.
package struct TableColumns: Hashable, Sendable {
    /// The names in the file's order, without empty ones.
    package var names: [String]
    /// The name of the column that has the titles of the rows.
    package var title: String
    /// Whether no name says that its column has the titles, so that the first fit was taken.
    package var isGuess: Bool

    package init(names: [String], title: String, isGuess: Bool) {
        self.names = names
        self.title = title
        self.isGuess = isGuess
    }
}
