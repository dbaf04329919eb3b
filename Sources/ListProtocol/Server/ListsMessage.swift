package import JSON

/// `lists`: the lists that a client may see.
package struct ListsMessage: ServerMessage, Hashable {
    package var lists: [ListSummary]

    package init(lists: [ListSummary]) {
        self.lists = lists
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "lists")
            writer.name("lists")
            writer.array { writer in
                for summary in lists { summary.write(to: &writer) }
            }
        }
    }
}
