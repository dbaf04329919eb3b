package import JSON

/// `changes`: the sets of one commit.
package struct Changes: ServerMessage, Hashable {
    package var list: ListID
    /// Encoded sets, in order.
    package var sets: [[UInt8]]
    /// Rows of each section after the last set.
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
