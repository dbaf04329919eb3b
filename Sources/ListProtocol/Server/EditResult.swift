package import JSON

/// The body of an edit over HTTP that changed the list.
package struct EditResult: ServerMessage, Hashable {
    /// The edit's own encoded set.
    package var sets: [[UInt8]]
    /// Rows of each section after it.
    package var counts: [Int]

    package init(sets: [[UInt8]], counts: [Int]) {
        self.sets = sets
        self.counts = counts
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.sets(sets, counts: counts)
        }
    }
}
