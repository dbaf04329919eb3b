/// What one set of the history, or several, did to the places of rows in one section.
struct SectionEffect {
    /// A place that a row vacated.
    struct Vacated {
        /// The place before the set, or before all that are composed.
        var place: Int
        /// The set, and the path of the row before it.
        let set: Int
        let path: IndexPath
    }

    /// The set; of several the newest.
    var set: Int
    /// Places before it that were vacated, ascending.
    var removed: [Vacated] = []
    /// Places after it that were taken anew, ascending.
    var inserted: [Int] = []
    /// Whether the rows that went with the section are not known.
    var isUnknown = false

    /// What effects, oldest first, do together.
    ///
    /// - Complexity: O(k log m) for the k entries of m effects.
    static func compose(_ effects: ArraySlice<SectionEffect>) -> SectionEffect {
        guard effects.count > 1 else { return effects.first ?? SectionEffect(set: 0) }
        let middle = effects.startIndex + effects.count / 2
        return compose(effects[..<middle]).followed(by: compose(effects[middle...]))
    }

    /// What this effect and then another do together.
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

    func vacated(_ place: Int) -> Vacated? {
        let slot = removed.countBelow(place)
        return slot < removed.count && removed[slot].place == place ? removed[slot] : nil
    }

    /// Where a row that the sets left in its order comes to stand.
    func forward(_ place: Int) -> Int {
        let rank = place - removed.countBelow(place)
        return rank + inserted.countTaken { inserted[$0] - $0 <= rank }
    }

    /// Where a gap comes to lie: with the same rows before it that stay, and before whatever the sets
    /// laid into it.
    func forward(gap: Int) -> Int {
        let rank = gap - removed.countBelow(gap)
        return rank + inserted.countTaken { inserted[$0] - $0 < rank }
    }

    /// Where a row that the sets left in its order stood before them.
    func backward(_ place: Int) -> Int {
        let rank = place - inserted.countBelow(place)
        return rank + removed.countTaken { removed[$0].place - $0 <= rank }
    }
}

extension [SectionEffect.Vacated] {
    /// How many of the ascending places are below `place`.
    ///
    /// - Complexity: O(log n).
    fileprivate func countBelow(_ place: Int) -> Int { countTaken { self[$0].place < place } }
}

extension Array {
    /// How many indices from the start on `belongs` holds for, where it holds for a first part.
    ///
    /// - Complexity: O(log n).
    func countTaken(_ belongs: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if belongs(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The places that are left when some are excluded.
struct KeptPlaces {
    private let excluded: [Int]

    /// Takes the excluded places in ascending order.
    init(_ excluded: [Int]) { self.excluded = excluded }

    /// The place of the kept one with this number.
    ///
    /// - Complexity: O(log n).
    func place(_ number: Int) -> Int {
        number + excluded.countTaken { excluded[$0] - $0 <= number }
    }
}
