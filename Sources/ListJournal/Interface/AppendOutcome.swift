/// What became of an append.
package enum AppendOutcome: Hashable, Sendable {
    /// The record is durable; `duplicate` where an earlier try had stored it already.
    case committed(JournalPosition, duplicate: Bool)

    /// Another record stands in its place, or the list is gone; nothing was stored.
    case conflict

    /// The engine does not take such a record; nothing was stored. The text is for the log.
    case refused(String)

    /// Nobody can tell yet whether it is stored. The text is for the log.
    case unknown(String)
}
