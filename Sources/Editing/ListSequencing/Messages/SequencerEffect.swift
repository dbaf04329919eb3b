package import ListDocument
package import ListEditing
package import ListJournal
import ListProtocol
package import WebSocketTransport

/// What a sequencer performs, in this order; some effects report their outcome as a ``SequencerCommand``.
///
/// Indirect: effects are handed from queue to queue, and copying a large one costs more than its box.
package indirect enum SequencerEffect: Sendable {
    // What answers by a command.
    /// `due`, after so many seconds; nil: once for everything that is read in this pass.
    case wake(after: Double?, SequencerTimer)
    /// `loaded`: the list as it stood at this head, or later where it `mayBeLater`.
    case load(ListHead, mayBeLater: Bool)
    /// `worked`: on another thread, one such work at a time for all lists.
    case work(ListWork, ListTransfer)
    /// `appended`.
    case append(JournalRecord, expected: JournalPosition)
    /// `resolved`: asks until the journal tells whether the record is stored.
    case resolve(JournalRecord, after: JournalPosition)
    /// `fetched`, on another thread.
    case fetch(Fetch)
    /// `compacted`, on another thread.
    case compact(LoadedList, ListHead)
    /// `deleted`.
    case delete

    // Deliveries.
    /// These edits are answered durably; `counts`: rows of each section after the batch.
    case answer(ArraySlice<AnsweredEdit>, counts: [Int])
    /// Refused without being sequenced: nothing was applied.
    case refuse(EditRequest, Rejection)
    /// Not to be answered now, since the outcome is unknown: their clients send them again.
    case leaveUnanswered([EditRequest])
    /// To one who reads the list.
    case reply(ReaderReply)
    /// To all subscribers.
    case broadcast(ListBroadcast)
    case finishDeletion(DeletionOutcome)

    // What else is to be done.
    /// Taking it apart is for another thread.
    case discard(Discarded)
    case note(SequencerEvent)
}

/// What is read or encoded on another thread.
package enum Fetch: Sendable {
    case history(HistoryRange)
    case past(Int)
    /// The list shares its rows with the current one.
    case snapshot(EditableList, hasAuthors: Bool)
    /// From a list that shares its rows with the current one; the stream of the session that asks stands still
    /// until it is answered.
    case query(QueryRequest, EditableList)
}

/// What one who reads the list is sent.
package enum ReaderReply: Sendable {
    /// A session joins, with what it is sent first.
    case admit(JoinRequest, revision: Int, lastID: Int, state: [Frame], sentFrom: Int)
    /// A session cannot join.
    case reject(JoinRequest, Unavailability)
    /// What a session that had fallen behind missed; `isWhole`: a snapshot, in which its own answers are not.
    case catchUp(connection: UInt64, [Frame], isWhole: Bool, revision: Int)
    case respond(ReadRequest, ReadReply)
    case answer(QueryRequest, ReadReply)
    /// The range that a session asked for begins with this row.
    case rememberRow(RowID, of: UInt64)
}

/// What all subscribers of a list are sent.
package enum ListBroadcast: Sendable {
    /// The sets above a revision, to all that keep up.
    case sets(Frame, after: Int)
    /// To all that keep up, and needed by none.
    case bestEffort(Frame)
    /// The `head` of a long list, whose digest is taken on another thread from a list that shares its
    /// rows with the current one; nothing else is delivered before it.
    case head(EditableList)
    case close(Unavailability)
}

/// What is not in memory any more.
package enum Discarded: Sendable {
    case list(ListTransfer)
    case checkpoint(Handover<EndedCheckpoint>)
}

/// Why a list cannot be had.
package enum Unavailability: Hashable, Sendable {
    /// It was deleted.
    case deleted
    /// It is there and cannot be read now.
    case unavailable
}

/// The answer to a ``ReadRequest`` or a ``QueryRequest``.
package enum ReadReply: Sendable {
    case snapshot(EncodedSnapshot)
    /// The asker has the state at this revision.
    case unchanged(revision: Int)
    /// One message.
    case message([UInt8])
    /// What a page of history needs of the current list.
    case changes(revision: Int, counts: [Int], names: [ClientID: String])
    case absent(Unavailability)
}
