package import JSON

/// `created`: the list is there.
package struct Created: ServerMessage, Hashable {
    package var list: ListID
    package var epoch: String
    package var revision: Int

    package init(list: ListID, epoch: String, revision: Int) {
        self.list = list
        self.epoch = epoch
        self.revision = revision
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "created")
            writer.member("list", list.text)
            writer.member("epoch", epoch)
            writer.member("revision", revision)
        }
    }
}
