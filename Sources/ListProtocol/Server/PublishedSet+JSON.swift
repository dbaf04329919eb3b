package import JSON
package import ListEditing

extension PublishedSet {
    /// The bytes of the set, the same for `changes`, `catchup`, HTTP and the journal.
    package var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 448)
        write(to: &writer)
        return writer.bytes
    }

    /// The bytes of the set that an edit made, without making the set.
    package static func encode(
        revision: Int, at: Int, client: ClientID, intent: Int, user: String?, undoes: Int?,
        redoes: Int?, isFinal: Bool = false, changes: ChangeSet, clamps: [Clamp]
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
            isFinal: try members.bool(ifPresent: "final") ?? false,
            folds: try members.whole(ifPresent: "folds"),
            changes: try reader.changes(members),
            clamps: try members.each("clamped") { (clamp) throws(DecodingProblem) in
                try reader.clamp(clamp)
            })
    }
}
