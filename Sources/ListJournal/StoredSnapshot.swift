/// A whole list as it stood behind the record at `position`.
package struct StoredSnapshot: Hashable, Sendable {
    package var position: JournalPosition
    package var body: [UInt8]

    package init(position: JournalPosition, body: [UInt8]) {
        self.position = position
        self.body = body
    }
}
