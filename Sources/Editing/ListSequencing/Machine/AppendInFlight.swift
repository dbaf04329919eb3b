import ListDocument
import ListJournal
import WebSocketTransport

/// An applied batch on its way into the journal.
package struct AppendInFlight: Sendable {
    let batch: AppliedBatch
    /// Its sets, where they were encoded with it.
    let frame: Frame?
    let record: JournalRecord
    /// The list's position before it.
    let expected: JournalPosition
    /// When it began, in seconds of the loop.
    let began: Double
}
