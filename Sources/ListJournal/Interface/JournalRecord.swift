/// A batch to be appended: all edits that waited for a list while the last append was under way.
package struct JournalRecord: Sendable {
    /// The list's revision behind the record; that before it where the record holds no sets.
    package var revision: Int
    /// When the batch was sealed, in Unix milliseconds.
    package var at: Int
    /// The list's title and number of rows behind the record.
    package var title: String
    package var rows: Int
    package var body: [UInt8]

    package init(revision: Int, at: Int, title: String, rows: Int, body: [UInt8]) {
        self.revision = revision
        self.at = at
        self.title = title
        self.rows = rows
        self.body = body
    }
}
