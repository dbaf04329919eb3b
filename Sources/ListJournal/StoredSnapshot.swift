/// A whole list as it stood behind the record at `position`.
package struct StoredSnapshot: Hashable, Sendable {
    package var position: JournalPosition
    package var body: [UInt8]
    /// Whether its checksum holds; true for a snapshot of a version that stored none.
    package var isIntact: Bool

    package init(position: JournalPosition, body: [UInt8], isIntact: Bool = true) {
        self.position = position
        self.body = body
        self.isIntact = isIntact
    }
}
