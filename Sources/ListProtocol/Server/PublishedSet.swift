package import ListEditing

/// A change set with who made it and when: what sessions are sent and the journal keeps.
package struct PublishedSet: Hashable, Sendable {
    /// The list's revision after the set.
    package var revision: Int
    /// When the batch was sealed, in Unix milliseconds; never falls.
    package var at: Int
    /// Who made it; nil for a folded set, which stands for several.
    package var client: ClientID?
    /// The id of the edit; nil for a folded set.
    package var intent: Int?
    /// Where authentication is on.
    package var user: String?
    /// The revision that the set takes back.
    package var undoes: Int?
    /// The revision that the set repeats.
    package var redoes: Int?
    /// Whether the client cannot undo it: its step is over `limits.undoBytes`.
    package var isFinal: Bool
    /// How many sets a folded one stands for.
    package var folds: Int?
    package var changes: ChangeSet
    package var clamps: [Clamp]

    package init(
        revision: Int, at: Int, client: ClientID?, intent: Int?, user: String? = nil,
        undoes: Int? = nil, redoes: Int? = nil, isFinal: Bool = false, folds: Int? = nil,
        changes: ChangeSet, clamps: [Clamp] = []
    ) {
        self.revision = revision
        self.at = at
        self.client = client
        self.intent = intent
        self.user = user
        self.undoes = undoes
        self.redoes = redoes
        self.isFinal = isFinal
        self.folds = folds
        self.changes = changes
        self.clamps = clamps
    }
}
