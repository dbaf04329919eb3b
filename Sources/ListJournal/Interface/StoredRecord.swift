/// A record as it was read back.
package struct StoredRecord: Hashable, Sendable {
    package var position: JournalPosition
    /// When the batch was sealed, in Unix milliseconds.
    package var at: Int
    package var body: [UInt8]
    /// Whether all of it is there and its checksum holds; a version that stored none has none to hold.
    package var isIntact: Bool

    package init(position: JournalPosition, at: Int, body: [UInt8], isIntact: Bool = true) {
        self.position = position
        self.at = at
        self.body = body
        self.isIntact = isIntact
    }
}
