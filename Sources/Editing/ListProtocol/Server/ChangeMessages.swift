package import JSON
package import ListEditing

/// `changes`: the change sets of one commit.
package struct Changes: ServerMessage, Hashable {
    package var list: ListID
    /// The encoded change sets, in order.
    package var sets: [[UInt8]]
    /// The rows of each section after the last set.
    package var counts: [Int]

    package init(list: ListID, sets: [[UInt8]], counts: [Int]) {
        self.list = list
        self.sets = sets
        self.counts = counts
    }

    package var byteEstimate: Int {
        sets.reduce(128 + 8 * counts.count) { $0 + $1.count + 1 }
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "changes")
            writer.member("list", list.text)
            writer.sets(sets, counts: counts)
        }
    }
}

/// `catchup`: the change sets that a client has missed.
package struct Catchup: ServerMessage {
    package var list: ListID
    package var epoch: String
    /// The revision before the first set.
    package var from: Int
    /// The revision after the last set.
    package var revision: Int
    /// The encoded change sets, in order.
    package var sets: [[UInt8]]
    /// The rows of each section after the last set; nil for a page of history, where they are unknown.
    package var counts: [Int]?
    /// The display names of the clients in the sets, for HTTP.
    package var clients: [(client: ClientID, name: String)]?

    package init(
        list: ListID, epoch: String, from: Int, revision: Int, sets: [[UInt8]], counts: [Int]?,
        clients: [(client: ClientID, name: String)]? = nil
    ) {
        self.list = list
        self.epoch = epoch
        self.from = from
        self.revision = revision
        self.sets = sets
        self.counts = counts
        self.clients = clients
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "catchup")
            writer.member("list", list.text)
            writer.member("epoch", epoch)
            writer.member("from", from)
            writer.member("revision", revision)
            writer.sets(sets, counts: counts)
            if let clients {
                writer.name("clients")
                writer.object { writer in
                    for entry in clients {
                        writer.name(entry.client.text)
                        writer.string(entry.name)
                    }
                }
            }
        }
    }
}

/// `head`: the revision and digest of a list, by which a client detects that it missed a change.
package struct Head: ServerMessage, Hashable {
    package var list: ListID
    package var revision: Int
    /// The FNV-1a hash of the order of sections and rows.
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

extension Head {
    init(members: Members) throws(DecodingProblem) {
        guard let digest = UInt32(try members.string("digest"), radix: 16) else {
            throw DecodingProblem("digest", "must be hexadecimal digits")
        }
        self.init(
            list: try members.list(), revision: try members.whole("revision"), digest: digest)
    }
}

extension UInt32 {
    /// The eight hexadecimal digits of a digest.
    package var hexDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

extension JSONWriter {
    /// Writes the members `sets` and `counts`.
    mutating func sets(_ sets: [[UInt8]], counts: [Int]?) {
        name("sets")
        array { writer in
            for set in sets { writer.raw(set) }
        }
        guard let counts else { return }
        name("counts")
        array { writer in
            for count in counts { writer.whole(count) }
        }
    }
}
