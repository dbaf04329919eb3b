/// How a set of the history, or several composed, changed the indices of the rows of one section.
///
/// A row that the sets left in its order has an index before and one after them: its rank among
/// such rows is the same on both sides.
struct SectionTransform {
    /// An index that a row vacated.
    struct Vacated {
        /// The index before the set, or before all composed sets.
        var place: Int
        /// The revision of the set that vacated it.
        let set: Int
        /// The path of the row before that set.
        let path: IndexPath
    }

    /// The revision of the set; of composed sets, the newest.
    var set: Int
    /// The indices before that were vacated, ascending.
    var removed: [Vacated] = []
    /// The indices after that were newly occupied, ascending.
    var inserted: [Int] = []
    /// Whether the rows that were deleted with the section are unknown.
    var isUnknown = false

    /// Composes transforms, oldest first, into one.
    ///
    /// - Complexity: O(k log m) for the k entries of m transforms.
    static func compose(_ transforms: ArraySlice<SectionTransform>) -> SectionTransform {
        guard transforms.count > 1 else { return transforms.first ?? SectionTransform(set: 0) }
        let middle = transforms.startIndex + transforms.count / 2
        return compose(transforms[..<middle]).followed(by: compose(transforms[middle...]))
    }

    /// Composes this transform with a later one.
    ///
    /// - Complexity: O(k log k) in their entries.
    private func followed(by next: Self) -> Self {
        var both = Self(set: next.set)
        both.removed = removed
        for entry in next.removed where !isInserted(entry.place) {
            var entry = entry
            entry.place = backward(entry.place)
            both.removed.append(entry)
        }
        both.removed.sort { $0.place < $1.place }
        both.inserted = next.inserted
        for place in inserted where !next.isRemoved(place) {
            both.inserted.append(next.forward(place))
        }
        both.inserted.sort()
        return both
    }

    private func isInserted(_ place: Int) -> Bool {
        let slot = inserted.countBelow(place)
        return slot < inserted.count && inserted[slot] == place
    }

    private func isRemoved(_ place: Int) -> Bool { vacated(place) != nil }

    /// The entry of an index that was vacated; nil: its row stayed.
    func vacated(_ place: Int) -> Vacated? {
        let slot = removed.countBelow(place)
        return slot < removed.count && removed[slot].place == place ? removed[slot] : nil
    }

    /// The index after the sets of a row that they left in its order.
    func forward(_ place: Int) -> Int {
        let rank = place - removed.countBelow(place)
        return rank + inserted.prefixCount { inserted[$0] - $0 <= rank }
    }

    /// The index of a gap after the sets: after the same rows that stayed, and before the rows
    /// that the sets placed in it.
    func forward(gap: Int) -> Int {
        let rank = gap - removed.countBelow(gap)
        return rank + inserted.prefixCount { inserted[$0] - $0 < rank }
    }

    /// The index before the sets of a row that they left in its order.
    func backward(_ place: Int) -> Int {
        let rank = place - inserted.countBelow(place)
        return rank + removed.prefixCount { removed[$0].place - $0 <= rank }
    }
}

extension [SectionTransform.Vacated] {
    /// The number of ascending indices that are less than `place`.
    ///
    /// - Complexity: O(log n).
    fileprivate func countBelow(_ place: Int) -> Int { prefixCount { self[$0].place < place } }
}

/// The indices that remain if some are excluded.
struct RemainingPlaces {
    private let excluded: [Int]

    /// Creates them from the excluded indices in ascending order.
    init(_ excluded: [Int]) { self.excluded = excluded }

    /// The remaining index with this number.
    ///
    /// - Complexity: O(log n).
    func place(_ number: Int) -> Int {
        number + excluded.prefixCount { excluded[$0] - $0 <= number }
    }
}
