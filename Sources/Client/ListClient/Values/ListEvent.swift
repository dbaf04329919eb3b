public import ListEditing

/// What happens to a list, in the order in which the server's sessions see it.
///
/// Own edits come with ``changed(_:)`` too, once the server has applied them.
public enum ListEvent: Sendable, Hashable {
    /// The list was replaced as a whole; read ``SharedList/list``.
    ///
    /// It was read for the first time, or read again, or so much has happened that not every change is
    /// reported.
    case replaced(revision: Int)
    /// One change set.
    case changed(ListChange)
    /// A message of the server did not fit the list, which is read again; with what did not fit. For a
    /// broken count rule these are the section and its six numbers.
    case mismatched(String)
    /// Everyone else who has the list open, by name, and what they do.
    case presence([Participant])
    /// What became of an edit that is not awaited: one that was kept over a restart, or posted.
    case answered(id: Int, EditAnswer)
    /// The status changed; after `gone` the events end.
    case status(ListStatus)
}

extension ListEvent {
    /// Whether it tells what became of an edit.
    var isAnswer: Bool { if case .answered = self { true } else { false } }
}

/// One change set that came from the server, with its author.
public struct ListChange: Sendable, Hashable {
    /// The list's revision after it.
    public var revision: Int
    /// When the server applied it, in Unix milliseconds.
    public var time: Int
    /// The public name of the client that made it; nil for several at once.
    public var client: ClientID?
    /// The id of the edit that made it, counted by its client; nil for several at once.
    public var edit: Int?
    /// The user, where the server knows users.
    public var user: String?
    /// Whether this client made it.
    public var isOwn: Bool
    /// The revision that it reverts, for an undo.
    public var undoes: Int?
    /// The revision that it repeats, for a redo.
    public var redoes: Int?
    /// The revision as of which the list is again, where it was restored.
    public var restores: Int?
    /// The number of change sets that it combines.
    public var folds: Int
    /// What it changed.
    public var changes: ChangeSet
    /// What the server placed elsewhere than asked.
    public var clamped: [Clamp]

    package init(
        revision: Int, time: Int, client: ClientID?, edit: Int? = nil, user: String? = nil,
        isOwn: Bool, undoes: Int? = nil, redoes: Int? = nil, restores: Int? = nil, folds: Int,
        changes: ChangeSet, clamped: [Clamp]
    ) {
        self.revision = revision
        self.time = time
        self.client = client
        self.edit = edit
        self.user = user
        self.isOwn = isOwn
        self.undoes = undoes
        self.redoes = redoes
        self.restores = restores
        self.folds = folds
        self.changes = changes
        self.clamped = clamped
    }
}

/// The status of a list that a client has opened.
public enum ListStatus: Sendable, Hashable {
    /// The client has asked for it.
    case opening
    /// In step with the server.
    case live
    /// In step with the server, which left an edit unanswered for ten seconds: so many edits are not
    /// stored yet, or the server cannot tell.
    ///
    /// They are kept, and the status returns to `live` once they are answered.
    case unstored(edits: Int)
    /// There, but the server cannot read it now.
    ///
    /// The client keeps its copy, edits wait, and it asks again after 0.5 to 30 seconds.
    case unavailable
    /// Without a connection: the client keeps its copy, and edits wait.
    case offline
    /// Deleted, unknown, or not visible to this client, with the code; final.
    case gone(code: String)

    /// Whether changes arrive and edits are sent.
    var isInStep: Bool {
        switch self {
        case .live, .unstored: true
        case .opening, .unavailable, .offline, .gone: false
        }
    }
}
