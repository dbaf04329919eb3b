/// Goes through the sets of a `changes` or `catchup` message.
struct SetScan {
    /// What the generator wants to know of a set.
    struct Found: Hashable {
        var revision: Int
        /// Who made it: see `ByteScan.tag`; 0 where it does not say.
        var tag: UInt64 = 0
        /// The edit's id; 0 where it does not say.
        var intent = 0
        /// The number of the first row that it updates, where that is named `r` and digits.
        var row: Int?
    }

    /// Calls `body` with every set that has a revision above `known`, in order.
    ///
    /// - Complexity: O(n) in the bytes.
    static func each(
        in bytes: borrowing Span<UInt8>, above known: Int, _ body: (Found) -> Void
    ) {
        guard let first = ByteScan.end(of: sets, in: bytes) else { return }
        var start = ByteScan.end(of: setStart, in: bytes, from: first)
        while let place = start {
            let next = ByteScan.end(of: setStart, in: bytes, from: place)
            guard let revision = ByteScan.number(in: bytes, at: place)?.value else { return }
            if revision > known {
                body(found(revision, in: bytes, from: place, before: next ?? bytes.count))
            }
            start = next
        }
    }

    private static func found(
        _ revision: Int, in bytes: borrowing Span<UInt8>, from start: Int, before limit: Int
    ) -> Found {
        var found = Found(revision: revision)
        if let place = ByteScan.end(of: ByteScan.client, in: bytes, from: start, before: limit) {
            found.tag = ByteScan.tag(in: bytes, at: place) ?? 0
        }
        if let place = ByteScan.end(of: ByteScan.intent, in: bytes, from: start, before: limit) {
            found.intent = ByteScan.number(in: bytes, at: place)?.value ?? 0
        }
        if let place = ByteScan.end(
            of: ByteScan.updatedRow, in: bytes, from: start, before: limit)
        {
            found.row = ByteScan.number(in: bytes, at: place)?.value
        }
        return found
    }

    private static let sets = Array("\"sets\":[".utf8)
    private static let setStart = Array("{\"revision\":".utf8)
}
