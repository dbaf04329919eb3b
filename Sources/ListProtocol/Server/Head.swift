package import JSON

/// `head`: where a list stands, for those who may have missed something.
package struct Head: ServerMessage, Hashable {
    package var list: ListID
    package var revision: Int
    /// FNV-1a over the order of sections and rows.
    package var digest: UInt32

    package init(list: ListID, revision: Int, digest: UInt32) {
        self.list = list
        self.revision = revision
        self.digest = digest
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "head")
            writer.member("list", list.text)
            writer.member("revision", revision)
            writer.member("digest", digest.hexDigits)
        }
    }
}

extension UInt32 {
    /// Eight hexadecimal digits, as digests are written.
    package var hexDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
