package import ListDocument
import ListEditing
package import ListJournal
import ListProtocol
package import WebSocketTransport

/// Work on a list that is too much for one turn of the event loop.
///
/// The list is handed over whole, so that nothing is copied, and comes back with the outcome; until
/// then its other edits and reads wait, and other lists go on.
package enum ListWork: Sendable {
    /// One expensive edit.
    case apply(EditRequest, EditReads, now: Int)
    /// Older sets, to rebase places through.
    case adopt(OlderHistory)
    /// The batch that was applied last is taken back.
    case rollBack
    /// Records that other servers stored, to be replayed.
    case replay([StoredRecord], after: JournalPosition)

    package enum Outcome: Sendable {
        case applied(AppliedBatch, record: JournalRecord?, frame: Frame?)
        case adopted
        case rolledBack
        case replayed(Replayed)
    }

    /// What came of replaying records.
    package struct Replayed: Sendable {
        /// Those that were replayed.
        package var records: ArraySlice<StoredRecord>
        /// The next one does not fit, or is not as it was written: the list may have a part of it.
        var isDamaged = false
    }

    package func run(on list: inout LoadedList) -> Outcome {
        switch self {
        case .apply(let request, let reads, let now):
            var queue = EditQueue([request])
            queue.nextReads = reads
            let batch = list.apply(&queue, now: now)
            return .applied(
                batch, record: batch.needsStoring ? list.record(of: batch) : nil,
                frame: list.frame(of: batch))
        case .adopt(let older):
            list.adopt(older)
            return .adopted
        case .rollBack:
            list.rollBack()
            return .rolledBack
        case .replay(let records, let position):
            return .replayed(Self.replay(records, onto: &list, after: position))
        }
    }

    /// Replays records that follow one another, as far as they are as they were written.
    package static func replay(
        _ records: [StoredRecord], onto list: inout LoadedList, after position: JournalPosition
    ) -> Replayed {
        let replay = RecordReplay(list: list.id.text)
        var last = position
        for (index, record) in records.enumerated() {
            do throws(ListUnreadable) {
                try replay.apply(record, to: &list, after: last)
            } catch {
                return Replayed(records: records[..<index], isDamaged: true)
            }
            last = record.position
        }
        return Replayed(records: records[...])
    }
}
