public import ListEditing

/// One change set that came from the server, with who made it.
public struct ListChange: Sendable, Hashable {
    /// The list's revision after it.
    public var revision: Int
    /// When it was sealed, in Unix milliseconds.
    public var time: Int
    /// The public name of the client that made it; nil for several at once.
    public var client: ClientID?
    /// The id of the edit that made it, counted by its client; nil for several at once.
    public var edit: Int?
    /// The user, where the server knows users.
    public var user: String?
    /// Whether this client made it.
    public var isOwn: Bool
    /// The revision that it takes back, for an undo.
    public var undoes: Int?
    /// The revision that it repeats, for a redo.
    public var redoes: Int?
    /// How many sets it stands for.
    public var folds: Int
    /// What it changed.
    public var changes: ChangeSet
    /// What was placed elsewhere than asked.
    public var clamped: [Clamp]

    package init(
        revision: Int, time: Int, client: ClientID?, edit: Int? = nil, user: String? = nil,
        isOwn: Bool, undoes: Int? = nil, redoes: Int? = nil, folds: Int, changes: ChangeSet,
        clamped: [Clamp]
    ) {
        self.revision = revision
        self.time = time
        self.client = client
        self.edit = edit
        self.user = user
        self.isOwn = isOwn
        self.undoes = undoes
        self.redoes = redoes
        self.folds = folds
        self.changes = changes
        self.clamped = clamped
    }
}
