/// Goes through the sets of a `changes` or `catchup` message.
struct SetScan {
    /// What the generator wants to know of a set.
    struct Found: Hashable {
        var revision: Int
        /// Who made it: see `ByteScan.tag`; 0 where it does not say.
        var tag: UInt64
        /// The edit's id; 0 where it does not say.
        var intent: Int
        /// The number of the first row that it names; nil where that is not `r` and digits.
        var row: Int?
    }

    /// Calls `body` with every set that has a revision above `known`, in order.
    ///
    /// - Complexity: O(n) in the bytes.
    static func each(
        in bytes: borrowing Span<UInt8>, above known: Int, _ body: (Found) -> Void
    ) {
        guard var place = ByteScan.end(of: sets, in: bytes) else { return }
        while let start = ByteScan.end(of: setStart, in: bytes, from: place),
            let revision = ByteScan.number(in: bytes, at: start)
        {
            place = revision.end
            guard revision.value > known else { continue }
            var found = Found(revision: revision.value, tag: 0, intent: 0, row: nil)
            // The server writes these in the order in which protocol.md shows them.
            if let client = ByteScan.end(of: ByteScan.client, in: bytes, from: place),
                let tag = ByteScan.tag(in: bytes, at: client)
            {
                found.tag = tag
                place = client
            }
            if let intent = ByteScan.end(of: ByteScan.intent, in: bytes, from: place),
                let number = ByteScan.number(in: bytes, at: intent)
            {
                found.intent = number.value
                place = number.end
            }
            if let row = ByteScan.end(of: ByteScan.row, in: bytes, from: place),
                let number = ByteScan.number(in: bytes, at: row)
            {
                found.row = number.value
                place = number.end
            }
            body(found)
        }
    }

    private static let sets = Array("\"sets\":[".utf8)
    private static let setStart = Array("{\"revision\":".utf8)
}
