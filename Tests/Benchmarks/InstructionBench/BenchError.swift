/// Why the figures would mean nothing.
enum BenchError: Error {
    /// Edits were refused or changed nothing.
    case notApplied
    case notStored
    case noResult
}
