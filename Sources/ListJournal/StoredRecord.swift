/// A record as it was read back.
package struct StoredRecord: Hashable, Sendable {
    package var position: JournalPosition
    /// When the batch was sealed, in Unix milliseconds.
    package var at: Int
    package var body: [UInt8]

    package init(position: JournalPosition, at: Int, body: [UInt8]) {
        self.position = position
        self.at = at
        self.body = body
    }
}
