/// What a client may do with a list.
package enum Role: String, Sendable {
    /// Reads.
    case viewer
    /// Reads and edits.
    case editor
    /// Also creates and deletes lists and gives rules.
    case owner
}
