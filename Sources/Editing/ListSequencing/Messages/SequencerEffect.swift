package import ListDocument
package import ListEditing
package import ListJournal
import ListProtocol
package import WebSocketTransport

/// What a sequencer performs, in this order; some effects report their outcome as a ``SequencerCommand``.
///
/// Indirect: effects are handed from queue to queue, and copying a large one costs more than its box.
package indirect enum SequencerEffect: Sendable {
    // What follows later as a command.
    /// `passEnded`, once for everything that is read in this pass.
    case awaitPassEnd
    /// The command, after so many seconds.
    case wake(after: Double, SequencerCommand)

    // What answers by a command.
    /// `loaded`: the list as it stood at this head, or later where it `mayBeLater`.
    case load(ListHead, mayBeLater: Bool)
    /// `headRead`, with the same number.
    case readHead(number: Int)
    /// `missedRead`: the records after a position.
    case readMissed(after: JournalPosition)
    /// `worked`: on another thread, one such work at a time for all lists.
    case work(ListWork, ListTransfer)
    /// `appended`.
    case append(JournalRecord, expected: JournalPosition)
    /// `resolved`: asks until the journal tells whether the record is stored.
    case resolve(JournalRecord, after: JournalPosition)
    /// `forwarded`: has the server apply the edits.
    case forward(ForwardedBatch, to: String)
    /// `setRead`: the set of an edit that another server has stored.
    case readSet(AnsweredEdit, counts: [Int])
    /// `searched`: looks for edits in the log, up to a position.
    case lookUp(EditLookup, through: JournalPosition)
    /// `historyRead`, on another thread.
    case readHistory(HistoryRange)
    /// `pastRead`, on another thread.
    case readPast(Int)
    /// `encoded`, on another thread; the list shares its rows with the current one.
    case encode(EditableList, hasAuthors: Bool)
    /// `queryRead`, on another thread, from a list that shares its rows with the current one; the stream
    /// of the session that asks stands still until it is answered.
    case readQuery(QueryRequest, EditableList)
    /// `compacted`, on another thread.
    case compact(LoadedList, ListHead)
    /// `deleted`.
    case delete

    // Answers.
    /// These edits are answered durably; `counts`: rows of each section after the batch.
    case answer(ArraySlice<AnsweredEdit>, counts: [Int])
    /// Refused without being sequenced: nothing was applied.
    case refuse(EditRequest, Rejection)
    /// Not to be answered now, since the outcome is unknown: their clients send them again.
    case leaveUnanswered([EditRequest])
    /// Forwarded by another server, and not to be applied here, now or later.
    case decline([EditRequest])
    /// The sets above a revision, to every subscriber that keeps up.
    case publish(Frame, after: Int)
    /// To every subscriber that keeps up, and needed by none.
    case sendBestEffort(Frame)
    /// The `head` of a long list, whose digest is taken on another thread from a list that shares its
    /// rows with the current one; nothing else is delivered before it.
    case sendHead(EditableList)
    /// A session joins, with what it is sent first.
    case admit(JoinRequest, revision: Int, lastID: Int, state: [Frame], sentFrom: Int)
    /// A session cannot join.
    case reject(JoinRequest, Unavailability)
    /// What a session that had fallen behind missed; `isWhole`: a snapshot, in which its own answers are not.
    case catchUp(connection: UInt64, [Frame], isWhole: Bool, revision: Int)
    case respond(ReadRequest, ReadReply)
    case answerQuery(QueryRequest, ReadReply)
    /// The range that a session asked for begins with this row.
    case rememberRow(RowID, of: UInt64)
    /// To all subscribers.
    case closeAll(Unavailability)
    case finishDeletion(DeletionOutcome)

    // What else is to be done.
    /// Not in memory any more; taking it apart is for another thread.
    case release(ListTransfer)
    case discard(Handover<EndedCheckpoint>)
    case note(SequencerEvent)
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
