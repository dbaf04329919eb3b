package import JSON
package import ListEditing

// Canonical equivalence: the server does not compare messages.
/// A committed change set with its revision, author and time, as clients receive it.
///
/// The same bytes go into `changes`, `catchup`, HTTP answers and journal records.
package struct PublishedChange: Hashable, Sendable {
    /// The revision after the set.
    package var revision: Int
    /// The time of the batch in Unix milliseconds, which never decreases.
    package var at: Int
    /// The client that made the edit; nil for a folded set, which replaces several.
    package var client: ClientID?
    /// The id of the edit, under its name on the wire; nil for a folded set.
    package var intent: Int?
    /// The user, where authentication is on.
    package var user: String?
    /// The revision that the set undoes.
    package var undoes: Int?
    /// The revision that the set redoes.
    package var redoes: Int?
    /// The revision as of which the set restores the list.
    package var restores: Int?
    /// Whether the client cannot undo the set, because its step is over `limits.undoBytes`.
    package var isFinal: Bool
    /// The number of sets that a folded one replaces.
    package var folds: Int?
    package var changes: ChangeSet
    package var clamps: [Clamp]

    package init(
        revision: Int, at: Int, client: ClientID?, intent: Int?, user: String? = nil,
        undoes: Int? = nil, redoes: Int? = nil, restores: Int? = nil, isFinal: Bool = false,
        folds: Int? = nil, changes: ChangeSet, clamps: [Clamp] = []
    ) {
        self.revision = revision
        self.at = at
        self.client = client
        self.intent = intent
        self.user = user
        self.undoes = undoes
        self.redoes = redoes
        self.restores = restores
        self.isFinal = isFinal
        self.folds = folds
        self.changes = changes
        self.clamps = clamps
    }
}

extension PublishedChange {
    /// What the rows tell that the set inserts or changes; nil for a folded one.
    package var stamp: RowStamp? {
        guard let client else { return nil }
        return RowStamp(
            author: RowAuthor(client: client, user: user), revision: revision, at: at)
    }

    /// The encoded set.
    package var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 448)
        write(to: &writer)
        return writer.bytes
    }

    /// Encodes the set of an edit without creating a value for it.
    package static func encode(
        revision: Int, at: Int, client: ClientID, intent: Int, user: String?, undoes: Int?,
        redoes: Int?, restores: Int? = nil, isFinal: Bool = false, changes: ChangeSet,
        clamps: [Clamp]
    ) -> [UInt8] {
        var writer = JSONWriter(capacity: 448)
        writer.object { writer in
            writer.member("revision", revision)
            writer.member("at", at)
            writer.member("client", client.text)
            writer.member("intent", intent)
            writer.member("user", ifPresent: user)
            writer.member("undoes", ifPresent: undoes)
            writer.member("redoes", ifPresent: redoes)
            writer.member("restores", ifPresent: restores)
            if isFinal { writer.member("final", true) }
            writer.changeMembers(changes)
            writer.clamps(clamps)
        }
        return writer.bytes
    }

    /// Writes the set as one JSON object.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("revision", revision)
            writer.member("at", at)
            writer.member("client", ifPresent: client?.text)
            writer.member("intent", ifPresent: intent)
            writer.member("user", ifPresent: user)
            writer.member("undoes", ifPresent: undoes)
            writer.member("redoes", ifPresent: redoes)
            writer.member("restores", ifPresent: restores)
            if isFinal { writer.member("final", true) }
            writer.member("folds", ifPresent: folds)
            writer.changeMembers(changes)
            writer.clamps(clamps)
        }
    }

    /// Reads what `write` wrote.
    ///
    /// - Throws: a `DecodingProblem` that names the member.
    package init(json: JSONValue) throws(DecodingProblem) {
        let members = try Members(json)
        let reader = ValueReader.unbounded
        self.init(
            revision: try members.whole("revision", atLeast: 0),
            at: try members.whole("at"),
            client: try members.string(ifPresent: "client").map(ClientID.init),
            intent: try members.whole(ifPresent: "intent", atLeast: 1),
            user: try members.string(ifPresent: "user"),
            undoes: try members.whole(ifPresent: "undoes"),
            redoes: try members.whole(ifPresent: "redoes"),
            restores: try members.whole(ifPresent: "restores"),
            isFinal: try members.bool(ifPresent: "final") ?? false,
            folds: try members.whole(ifPresent: "folds"),
            changes: try reader.changes(members),
            clamps: try members.each("clamped") { (clamp) throws(DecodingProblem) in
                try reader.clamp(clamp)
            })
    }
}
