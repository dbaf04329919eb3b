/// Where rows and sections stood at the base of an edit, told from the newest list before it and
/// the sets since.
///
/// Made once for an edit. The sets are read once; the effects of all of them on one section are
/// composed into one, so that a place is carried in O(log n), however many sets there are.
struct PastPlaces {
    /// A place that a set vacated, or a row that it inserted.
    private struct Mention {
        let row: RowID
        let set: Int
        /// The number of the section that the row stood in before the set; -1: it was not there.
        let section: Int
        let place: Int
        /// Whether the row was not in the list after the set.
        var isDeletion = false
        /// The next later mention of the row; -1: none.
        var later = -1
    }

    /// What a set, or several, did to the places of a section.
    fileprivate struct Effect {
        /// The set; of several the newest.
        var set: Int
        /// Ascending places before it that were vacated, with the mentions of their rows.
        var removed: [(place: Int, mention: Int)] = []
        /// Ascending places after it that were taken anew.
        var inserted: [Int] = []
        /// Whether the rows that went with the section are not known.
        var isUnknown = false
    }

    private let base: Int
    private var sections: [SectionID] = []
    private var numbers: [SectionID: Int] = [:]
    private var mentions: [Mention] = []
    /// The oldest mention of each row, once one was asked for.
    private var oldest: [RowID: Int] = [:]
    /// The effects on each section, oldest first.
    private var effects: [[Effect]] = []
    /// The composed effects since a revision.
    private var composed: [Key: Effect] = [:]
    /// The newest set that moved, inserted or deleted each section.
    private var sectionSets: [SectionID: Int] = [:]
    /// The sections in order at the base.
    private(set) var baseOrder: [SectionID] = []
    private var isAtBase: [Bool] = []
    /// The newest deletion of sections that are asked for, with the order before it.
    private var deletions: [SectionID: (set: Int, order: [SectionID])] = [:]
    /// Whether a set that deleted sections does not tell their rows.
    private(set) var hasUnknownRows = false

    private struct Key: Hashable {
        var section: Int
        var base: Int
    }

    /// Reads the sets of `history` from `revision` back to `base`.
    ///
    /// - Parameters:
    ///   - order: the sections in order before the edit.
    ///   - wanted: sections whose deletion may be asked for.
    /// - Complexity: O(k + c · s) for the k entries of the sets, and c of them that change the
    ///   order of s sections.
    init(
        _ history: History, from revision: Int, to base: Int, order: [SectionID],
        wanted: Set<SectionID>
    ) {
        self.base = base
        var after = order.map { number(of: $0) }
        for set in stride(from: revision, to: base, by: -1) {
            let entry = history[set]
            let before = entry.changes.changesSections ? orderBefore(entry.changes, after, set) : after
            for gone in entry.changes.deletedSections
            where wanted.contains(gone.section) && deletions[gone.section] == nil {
                deletions[gone.section] = (set, before.map { sections[$0] })
            }
            read(entry, set, before, after)
            after = before
        }
        baseOrder = after.map { sections[$0] }
        isAtBase = Array(repeating: false, count: sections.count)
        for number in after { isAtBase[number] = true }
        for number in effects.indices { effects[number].reverse() }
    }

    // MARK: Sections

    /// Whether a set since `base` moved, inserted or deleted a section.
    func isTouched(_ section: SectionID, since base: Int) -> Bool {
        sectionSets[section].map { $0 > base } ?? false
    }

    /// The newest set since the base that deleted one of the sections asked for, and the order
    /// before it.
    func deletion(of section: SectionID) -> (set: Int, order: [SectionID])? { deletions[section] }

    private mutating func number(of section: SectionID) -> Int {
        if let number = numbers[section] { return number }
        numbers[section] = sections.count
        sections.append(section)
        effects.append([])
        return sections.count - 1
    }

    private mutating func orderBefore(_ changes: ChangeSet, _ after: [Int], _ set: Int) -> [Int] {
        var moved: Set<Int> = []
        var back: [(at: Int, section: Int)] = []
        func touch(_ section: SectionID, _ sets: inout [SectionID: Int]) {
            if sets[section] == nil { sets[section] = set }
        }
        for entry in changes.insertedSections {
            touch(entry.section, &sectionSets)
            moved.insert(number(of: entry.section))
        }
        for entry in changes.movedSections {
            touch(entry.section, &sectionSets)
            let number = number(of: entry.section)
            moved.insert(number)
            back.append((entry.from, number))
        }
        for entry in changes.deletedSections {
            touch(entry.section, &sectionSets)
            back.append((entry.at, number(of: entry.section)))
        }
        back.sort { $0.at < $1.at }
        var order: [Int] = []
        order.reserveCapacity(after.count + back.count)
        var next = 0
        for section in after where !moved.contains(section) {
            while next < back.count, back[next].at <= order.count {
                order.append(back[next].section)
                next += 1
            }
            order.append(section)
        }
        order += back[next...].map(\.section)
        return order
    }

    // MARK: Reading a set

    private mutating func read(
        _ entry: History.Entry, _ set: Int, _ before: [Int], _ after: [Int]
    ) {
        let changes = entry.changes
        var touched: [Int] = []
        for gone in changes.deletedRows {
            let last = effect(of: set, on: before[gone.at.section], &touched)
            effects[before[gone.at.section]][last].removed.append((gone.at.row, mentions.count))
            mentions.append(
                Mention(
                    row: gone.row, set: set, section: before[gone.at.section], place: gone.at.row,
                    isDeletion: true))
        }
        for move in changes.movedRows {
            let (from, to) = (before[move.from.section], after[move.to.section])
            let old = effect(of: set, on: from, &touched)
            effects[from][old].removed.append((move.from.row, mentions.count))
            mentions.append(
                Mention(row: move.row, set: set, section: from, place: move.from.row))
            let new = effect(of: set, on: to, &touched)
            effects[to][new].inserted.append(move.to.row)
        }
        for new in changes.insertedRows {
            let last = effect(of: set, on: after[new.at.section], &touched)
            effects[after[new.at.section]][last].inserted.append(new.at.row)
            mentions.append(Mention(row: new.row, set: set, section: -1, place: 0))
        }
        for section in touched {
            let last = effects[section].count - 1
            effects[section][last].removed.sort { $0.place < $1.place }
            effects[section][last].inserted.sort()
        }
        for gone in changes.deletedSections { empty(number(of: gone.section), entry, set) }
    }

    /// The index of what a set does to a section.
    private mutating func effect(of set: Int, on section: Int, _ touched: inout [Int]) -> Int {
        if effects[section].last?.set != set {
            effects[section].append(Effect(set: set))
            touched.append(section)
        }
        return effects[section].count - 1
    }

    /// Adds the rows that went with a section, by the places that they had before.
    private mutating func empty(
        _ section: Int, _ entry: History.Entry, _ set: Int
    ) {
        var rows: [Row]?
        for case .restoreSection(let state, at: _) in entry.inverse?.steps ?? []
        where state.id == sections[section] { rows = state.rows }
        var ignored: [Int] = []
        let last = effect(of: set, on: section, &ignored)
        guard let rows else {
            effects[section][last].isUnknown = true
            hasUnknownRows = true
            return
        }
        let others = effects[section][last].removed
        var next = 0
        var removed: [(place: Int, mention: Int)] = []
        removed.reserveCapacity(others.count + rows.count)
        for row in rows {
            while next < others.count, others[next].place == removed.count {
                removed.append(others[next])
                next += 1
            }
            mentions.append(
                Mention(
                    row: row.id, set: set, section: section, place: removed.count,
                    isDeletion: true))
            removed.append((removed.count, mentions.count - 1))
        }
        effects[section][last].removed = removed + others[next...]
    }

    // MARK: Rows

    /// Where a row stood at `revision`: told by the first set since that names it; nil: it was not in
    /// the list, or no set names it.
    mutating func firstMention(of row: RowID, since revision: Int) -> (section: SectionID, row: Int)?
    {
        linkMentions()
        var next = oldest[row] ?? -1
        while next >= 0, mentions[next].set <= revision { next = mentions[next].later }
        guard next >= 0, mentions[next].section >= 0 else { return nil }
        let mention = mentions[next]
        var place = mention.place
        for effect in effects[mention.section].reversed()
        where effect.set < mention.set && effect.set > revision {
            place = effect.backward(place)
        }
        return (sections[mention.section], place)
    }

    /// The newest set since the base that deleted a row, itself or with its section.
    mutating func deletion(of row: RowID) -> Int? {
        linkMentions()
        var next = oldest[row] ?? -1
        var deletion: Int?
        while next >= 0 {
            if mentions[next].isDeletion { deletion = mentions[next].set }
            next = mentions[next].later
        }
        return deletion
    }

    private mutating func linkMentions() {
        guard oldest.isEmpty else { return }
        oldest.reserveCapacity(mentions.count)
        // They were read from the newest set to the oldest.
        for index in mentions.indices {
            if let later = oldest.updateValue(index, forKey: mentions[index].row) {
                mentions[index].later = later
            }
        }
    }

    // MARK: Gaps

    /// Follows a gap from `base` to the newest list before the edit.
    ///
    /// - Parameters:
    ///   - row: the index at `base`, counted without the moving rows; with `excluded`, the place of
    ///     a row, counted with all, whose gap is meant.
    ///   - contents: the newest list before the edit.
    /// - Returns: nil where a set in between does not tell enough.
    /// - Complexity: O(k log n) for the k moving rows; the first time for a section, O(m log m) more in
    ///   the entries of the sets for it.
    mutating func follow(
        section: SectionID, row: Int, excluding excluded: Int?, moving: MovingRows,
        in contents: Contents, since base: Int
    ) -> FollowedGap? {
        let live = contents.slot(of: section).map { contents.count(slot: $0) } ?? 0
        guard let number = numbers[section], base != self.base || isAtBase[number] else {
            return FollowedGap(
                section: section, previous: nil, next: nil, gap: live, isBounded: row != 0)
        }
        guard let effect = effect(on: number, since: base) else { return nil }
        let count = live + effect.removed.count - effect.inserted.count
        var places = moving.rows.compactMap { row in
            placeBack(row.id, section, effect, contents, base)
        }
        var wanted = row
        if let excluded {
            wanted = excluded - places.count { $0 < excluded }
            places.append(excluded)
        }
        places.sort()
        let last = count - places.count
        let bounded = min(max(0, wanted), last)
        let kept = KeptPlaces(places)
        let start = bounded == last ? count : kept.place(bounded)
        return FollowedGap(
            section: section,
            previous: bounded > 0
                ? rowThatStood(at: kept.place(bounded - 1), section, effect, contents) : nil,
            next: bounded < last ? rowThatStood(at: start, section, effect, contents) : nil,
            gap: effect.forward(gap: start), isBounded: bounded != wanted)
    }

    /// Where a row of the newest list stood in the section at `base`; nil: not in it.
    private mutating func placeBack(
        _ row: RowID, _ section: SectionID, _ effect: Effect, _ contents: Contents, _ base: Int
    ) -> Int? {
        guard let position = contents.forest.position(of: row) else { return nil }
        if contents.forest[position].stamp <= base {
            let rank = contents.forest.rank(of: position)
            return contents.sectionID(slot: rank.slot) == section ? effect.backward(rank.row) : nil
        }
        let stood = firstMention(of: row, since: base)
        return stood?.section == section ? stood?.row : nil
    }

    /// The row that stood at a place of the section at the base of an effect.
    private func rowThatStood(
        at place: Int, _ section: SectionID, _ effect: Effect, _ contents: Contents
    ) -> RowID? {
        let slot = effect.removed.countBelow(place)
        if slot < effect.removed.count, effect.removed[slot].place == place {
            return mentions[effect.removed[slot].mention].row
        }
        return contents.slot(of: section).map { contents[slot: $0, row: effect.forward(place)].id }
    }

    /// The effect of all sets since `base` on a section; nil where one does not tell enough.
    private mutating func effect(on section: Int, since base: Int) -> Effect? {
        let key = Key(section: section, base: base)
        if let effect = composed[key] { return effect }
        let since = effects[section].drop { $0.set <= base }
        if since.contains(where: \.isUnknown) { return nil }
        let effect = Self.compose(since)
        composed[key] = effect
        return effect
    }

    private static func compose(_ effects: ArraySlice<Effect>) -> Effect {
        guard effects.count > 1 else { return effects.first ?? Effect(set: 0) }
        let middle = effects.startIndex + effects.count / 2
        return compose(effects[..<middle]).followed(by: compose(effects[middle...]))
    }
}

/// A gap between rows at a base, followed to the newest list before the edit.
struct FollowedGap {
    /// The section of the gap.
    let section: SectionID
    /// The neighbours of the gap at the base; nil: the section's boundary.
    let previous: RowID?
    let next: RowID?
    /// The gap in the newest list, partitioning the rows that neither moved nor went since.
    let gap: Int
    /// Whether the index lay outside.
    let isBounded: Bool
}

extension PastPlaces.Effect {
    /// What this effect and then another do together.
    ///
    /// - Complexity: O(k log k) in their entries.
    fileprivate func followed(by next: Self) -> Self {
        var both = Self(set: next.set)
        both.removed = removed
        for entry in next.removed where !isInserted(entry.place) {
            both.removed.append((backward(entry.place), entry.mention))
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

    private func isRemoved(_ place: Int) -> Bool {
        let slot = removed.countBelow(place)
        return slot < removed.count && removed[slot].place == place
    }

    /// Where a row that the sets left in its order comes to stand.
    fileprivate func forward(_ place: Int) -> Int {
        let rank = place - removed.countBelow(place)
        return rank + inserted.countTaken { inserted[$0] - $0 <= rank }
    }

    /// Where a gap comes to lie: with the same rows before it that stay, and before whatever the sets
    /// laid into it.
    fileprivate func forward(gap: Int) -> Int {
        let rank = gap - removed.countBelow(gap)
        return rank + inserted.countTaken { inserted[$0] - $0 < rank }
    }

    /// Where a row that the sets left in its order stood before them.
    fileprivate func backward(_ place: Int) -> Int {
        let rank = place - inserted.countBelow(place)
        return rank + removed.countTaken { removed[$0].place - $0 <= rank }
    }
}

extension [(place: Int, mention: Int)] {
    /// How many of the ascending places are below `place`.
    ///
    /// - Complexity: O(log n).
    fileprivate func countBelow(_ place: Int) -> Int { countTaken { self[$0].place < place } }
}

extension Array {
    /// How many indices from the start on `belongs` holds for, where it holds for a first part.
    ///
    /// - Complexity: O(log n).
    fileprivate func countTaken(_ belongs: (Int) -> Bool) -> Int {
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
