package import JSON

/// `closed`: the list is open no more.
package struct Closed: ServerMessage, Hashable {
    package var list: ListID
    /// Why, such as `deleted`.
    package var code: String

    package init(list: ListID, code: String) {
        self.list = list
        self.code = code
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "closed")
            writer.member("list", list.text)
            writer.member("code", code)
        }
    }
}
