import ListProtocol

/// Where a session's edits of one list go: kept for the list that it edited last, since the next
/// edit is nearly always of the same one.
struct EditTarget: Sendable {
    let list: ListID
    let author: Author
    let sequencer: ListSequencer
}
