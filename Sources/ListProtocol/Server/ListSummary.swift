import JSON

/// One list among `lists`.
package struct ListSummary: Hashable, Sendable {
    package var list: ListID
    package var title: String
    package var revision: Int
    package var rows: Int
    /// Sessions that have it open.
    package var clients: Int

    package init(list: ListID, title: String, revision: Int, rows: Int, clients: Int) {
        self.list = list
        self.title = title
        self.revision = revision
        self.rows = rows
        self.clients = clients
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("list", list.text)
            writer.member("title", title)
            writer.member("revision", revision)
            writer.member("rows", rows)
            writer.member("clients", clients)
        }
    }
}
