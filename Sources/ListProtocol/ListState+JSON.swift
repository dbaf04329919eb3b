package import JSON
package import ListEditing

extension ListState {
    /// Writes the list as the journal keeps it: a snapshot with the authorship of its rows.
    ///
    /// Complexity: O(n) in the bytes.
    package func write(to writer: inout JSONWriter) {
        let clients = ClientTable(self)
        writer.object { writer in
            writer.member("revision", revision)
            writer.member("title", title)
            writer.name("rules")
            writer.rules(rules)
            writer.name("clients")
            writer.array { writer in
                for client in clients.clients { writer.string(client.text) }
            }
            writer.name("sections")
            writer.array { writer in
                for section in sections { writer.stored(section, clients: clients) }
            }
        }
    }

    /// Reads what `write` wrote, or a whole `snapshot`, which tells no authorship.
    ///
    /// - Throws: a `DecodingProblem` that names the member.
    package init(json: JSONValue) throws(DecodingProblem) {
        let members = try Members(json)
        let reader = ValueReader.unbounded
        let clients = try members.strings(ifPresent: "clients").map(ClientID.init)
        self.init(
            revision: try members.whole("revision", atLeast: 0),
            title: try members.string("title"),
            rules: try reader.rules(ifPresentIn: members) ?? Rules(),
            sections: try members.each("sections") { (section) throws(DecodingProblem) in
                try reader.sectionState(section, clients: clients)
            })
    }
}
