/// Something that happened in a run, as its clients saw it.
package enum HistoryEvent: Sendable {
    /// What any list of that name is created with.
    case made(list: String, content: PlainState)
    /// A client sent a frame; noted before it left.
    case sent(client: Int, session: Int, frame: SentFrame)
    /// A client was sent a frame; noted after it came.
    case received(client: Int, session: Int, frame: ReceivedFrame)
    /// An answer of `GET /api/lists/ID`, asked for while nobody edited.
    case snapshot(list: String, body: ReceivedFrame)
    /// An answer of `GET /api/lists/ID/changes`.
    case changes(list: String, epoch: String, since: Int, status: Int, body: ReceivedFrame)
    /// Nobody edits, every edit was answered, and every client should be up to date.
    case quiet
}
