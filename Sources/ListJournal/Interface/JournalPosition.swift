/// A place in a list's log.
package struct JournalPosition: Hashable, Sendable {
    /// The list's revision behind the record.
    package var revision: Int

    /// What the engine compares: it rises by one with every record, also with those without sets.
    package var token: Int64

    package init(revision: Int, token: Int64) {
        self.revision = revision
        self.token = token
    }
}
