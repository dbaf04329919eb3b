/// What one change set does to the places of one section, or of the sections: which places before
/// the set are vacated and which after it are taken anew.
struct SetEffect {
    /// Ascending places before the set.
    var removed: [Int] = []
    /// Ascending places after the set.
    var inserted: [Int] = []

    init() {}

    /// The effect on the order of sections.
    init(sections set: ChangeSet) {
        removed = (set.deletedSections.map(\.at) + set.movedSections.map(\.from)).sorted()
        inserted = (set.insertedSections.map(\.at) + set.movedSections.map(\.to)).sorted()
    }

    /// The effect on the rows of the section that stood at `before` and stands at `after`.
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

    /// Where something that the set leaves in its order comes to stand.
    func forward(_ place: Int) -> Int {
        var place = place - removed.countBelow(place)
        for entry in inserted {
            if entry > place { break }
            place += 1
        }
        return place
    }

    /// Where a gap comes to lie: with the same things before it that stay, and before whatever
    /// the set lays into it.
    func forward(gap: Int) -> Int {
        var gap = gap - removed.countBelow(gap)
        for entry in inserted {
            if entry >= gap { break }
            gap += 1
        }
        return gap
    }

    /// Where something that the set left in its order stood before it.
    func backward(_ place: Int) -> Int {
        var place = place - inserted.countBelow(place)
        for entry in removed {
            if entry > place { break }
            place += 1
        }
        return place
    }
}
