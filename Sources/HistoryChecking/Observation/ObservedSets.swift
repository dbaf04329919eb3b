import JSON
package import ListProtocol

/// `changes` or `catchup`, or the answer of `GET /api/lists/ID/changes`.
package struct HeardSets: Sendable {
    package let list: String
    package let isCatchup: Bool
    /// Of a catchup.
    let epoch: String?
    let from: Int?
    package let revision: Int?
    package let sets: [PublishedSet]
    /// Rows of each section after the last set.
    let counts: [Int]?

    init(_ heard: Heard, isCatchup: Bool) throws(Unreadable) {
        self.isCatchup = isCatchup
        list = try heard.text("list")
        epoch = isCatchup ? try heard.text("epoch") : nil
        from = isCatchup ? try heard.whole("from") : nil
        revision = isCatchup ? try heard.whole("revision") : nil
        sets = try heard.sets()
        counts = heard["counts"]?.array?.compactMap(\.whole)
    }
}
