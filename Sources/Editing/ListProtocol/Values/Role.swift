// Canonical equivalence: foreign words are read by `init(word:)`.
/// What a client may do with a list.
package enum Role: String, Sendable, CaseIterable {
    /// Reads.
    case viewer
    /// Reads and edits.
    case editor
    /// Reads, edits, gives rules, and creates and deletes lists.
    case owner
}
