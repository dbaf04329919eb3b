/// What a client may do with a list.
package enum Role: String, Sendable {
    /// Reads.
    case viewer
    /// Reads and edits.
    case editor
    /// Reads, edits, gives rules, and creates and deletes lists.
    case owner
}
