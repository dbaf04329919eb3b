/// How a change set changes the indices of the rows of one section, or of the sections.
struct IndexTransform {
    /// The indices before the set that it vacates, ascending.
    var removed: [Int] = []
    /// The indices after the set that it newly occupies, ascending.
    var inserted: [Int] = []

    init() {}

    /// The transform of the rows of the section whose index is `before` and then `after` the set;
    /// nil: it was not in the list.
    init(rows set: ChangeSet, before: Int?, after: Int?) {
        if let before {
            for entry in set.deletedRows where entry.at.section == before {
                removed.append(entry.at.row)
            }
            for entry in set.movedRows where entry.from.section == before {
                removed.append(entry.from.row)
            }
            if removed.count > 1 { removed.sort() }
        }
        if let after {
            for entry in set.insertedRows where entry.at.section == after {
                inserted.append(entry.at.row)
            }
            for entry in set.movedRows where entry.to.section == after {
                inserted.append(entry.to.row)
            }
            if inserted.count > 1 { inserted.sort() }
        }
    }

    /// The index after the set of a row that the set leaves in its order.
    func forward(_ place: Int) -> Int {
        var place = place - removed.countBelow(place)
        for entry in inserted {
            if entry > place { break }
            place += 1
        }
        return place
    }
}

extension Array where Element: Comparable {
    /// The number of elements of this ascending array that are less than `value`.
    ///
    /// - Complexity: O(log n).
    func countBelow(_ value: Element) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Array {
    /// The length of the prefix of indices that satisfy `belongs`; no index after it satisfies it.
    ///
    /// - Complexity: O(log n).
    func prefixCount(_ belongs: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if belongs(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
