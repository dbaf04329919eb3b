/// Where rows and sections stood at the base of an edit, told from the newest list before it and
/// the sets since.
///
/// Made once for an edit. The sets are read once, into the places that each took and vacated in each
/// section. Few places are carried through them one set after the other; for many, the sets are
/// composed into one, through which a place is carried in O(log n).
struct PastPlaces {
    private let base: Int
    /// The sections by their numbers; none where no set changed their order: a section's number is
    /// its index then.
    private var sections: [SectionID] = []
    private var numbers: [SectionID: Int] = [:]
    private let changesOrder: Bool
    /// Which sections rows left in each set, by their indices before it, the newest sets first, once
    /// that was asked for.
    private var vacatedSections: [(set: Int, index: Int, section: Int)] = []
    private var mentions: RowMentions
    /// The effects on each section, oldest first.
    private var effects: [[SectionEffect]] = []
    /// The composed effects since a revision.
    private var composed: [Key: SectionEffect] = [:]
    private var composedPlaces: [Key: [Place: Int]] = [:]
    /// The newest set that moved, inserted or deleted each section.
    private var sectionSets: [SectionID: Int] = [:]
    /// The sections in order at the base; none where no set changed their order.
    private(set) var baseOrder: [SectionID]?
    private var isAtBase: [Bool] = []
    /// The newest deletion of sections that are asked for, with the order before it.
    private var deletions: [SectionID: (set: Int, order: [SectionID])] = [:]
    /// Whether a set that deleted sections does not tell their rows.
    private(set) var hasUnknownRows = false

    private struct Key: Hashable {
        var section: Int
        var base: Int
    }

    /// A place in a section before a set.
    private struct Place: Hashable {
        var set: Int
        var row: Int
    }

    /// Reads the sets of `history` from `revision` back to `base`.
    ///
    /// - Parameters:
    ///   - order: the sections in order before the edit; not asked for where no set changed it.
    ///   - wanted: sections whose deletion may be asked for.
    /// - Complexity: O(k + c · s) for the k entries of the sets, and c of them that change the
    ///   order of s sections.
    init(
        _ history: History, from revision: Int, to base: Int, order: @autoclosure () -> [SectionID],
        wanted: @autoclosure () -> Set<SectionID>
    ) {
        self.base = base
        mentions = RowMentions(from: revision, to: base)
        changesOrder = stride(from: revision, to: base, by: -1).contains {
            history[$0].changes.changesSections
        }
        var touched: [Int] = []
        guard changesOrder else {
            for set in stride(from: revision, to: base, by: -1) {
                read(history[set], set, nil, nil, &touched)
            }
            for number in effects.indices { effects[number].reverse() }
            return
        }
        sections = order()
        for (number, section) in sections.enumerated() { numbers[section] = number }
        let wanted = wanted()
        var after = Array(sections.indices)
        for set in stride(from: revision, to: base, by: -1) {
            let entry = history[set]
            var before = after
            if entry.changes.changesSections {
                before = orderBefore(entry.changes, after, set)
            }
            for gone in entry.changes.deletedSections
            where wanted.contains(gone.section) && deletions[gone.section] == nil {
                deletions[gone.section] = (set, before.map { sections[$0] })
            }
            read(entry, set, before, after, &touched)
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

    /// - Parameters:
    ///   - before: the numbers of the sections in order before the set; nil: their indices.
    ///   - after: the same after it.
    ///   - touched: room for the sections that are touched.
    private mutating func read(
        _ entry: History.Entry, _ set: Int, _ before: [Int]?, _ after: [Int]?,
        _ touched: inout [Int]
    ) {
        let changes = entry.changes
        touched.removeAll(keepingCapacity: true)
        for gone in changes.deletedRows { vacate(gone.at, in: set, before, &touched) }
        for move in changes.movedRows {
            vacate(move.from, in: set, before, &touched)
            take(move.to, in: set, after, &touched)
        }
        for new in changes.insertedRows { take(new.at, in: set, after, &touched) }
        for section in touched {
            let last = effects[section].count - 1
            if effects[section][last].removed.count > 1 {
                effects[section][last].removed.sort { $0.place < $1.place }
            }
            if effects[section][last].inserted.count > 1 {
                effects[section][last].inserted.sort()
            }
        }
        for gone in changes.deletedSections { empty(number(of: gone.section), gone.at, entry, set) }
    }

    private mutating func vacate(
        _ path: IndexPath, in set: Int, _ before: [Int]?, _ touched: inout [Int]
    ) {
        let section = before?[path.section] ?? path.section
        let last = effect(of: set, on: section, &touched)
        effects[section][last].removed.append(
            SectionEffect.Vacated(place: path.row, set: set, path: path))
    }

    private mutating func take(
        _ path: IndexPath, in set: Int, _ after: [Int]?, _ touched: inout [Int]
    ) {
        let section = after?[path.section] ?? path.section
        let last = effect(of: set, on: section, &touched)
        effects[section][last].inserted.append(path.row)
    }

    /// The index of what a set does to a section.
    private mutating func effect(of set: Int, on section: Int, _ touched: inout [Int]) -> Int {
        while effects.count <= section { effects.append([]) }
        if effects[section].last?.set != set {
            effects[section].append(SectionEffect(set: set))
            touched.append(section)
        }
        return effects[section].count - 1
    }

    /// Vacates the places of the rows that went with a section.
    private mutating func empty(_ section: Int, _ at: Int, _ entry: History.Entry, _ set: Int) {
        var ignored: [Int] = []
        let last = effect(of: set, on: section, &ignored)
        guard let rows = entry.rows(of: sections[section]) else {
            effects[section][last].isUnknown = true
            hasUnknownRows = true
            return
        }
        let count = rows.count + effects[section][last].removed.count
        effects[section][last].removed = (0..<count).map { row in
            SectionEffect.Vacated(place: row, set: set, path: IndexPath(section: at, row: row))
        }
    }

    // MARK: Rows

    /// Where a row stood at `revision`: told by the first set since that names it; nil: it was not in
    /// the list, or no set names it.
    ///
    /// - Complexity: that of `RowMentions`, and O(log n) for each set of its section.
    /// - Parameter contents: the list, with its sections in the order before the edit unless sets
    ///   changed it.
    mutating func firstMention(
        of row: RowID, since revision: Int, in history: History, _ contents: Contents
    ) -> (section: SectionID, row: Int)? {
        guard let found = mentions.first(of: row, since: revision, in: history),
            let path = found.path, let section = section(vacatedIn: found.set, at: path.section)
        else { return nil }
        let key = Key(section: section, base: revision)
        if let place = composedPlace(Place(set: found.set, row: path.row), key) {
            return (self.section(section, contents), place)
        }
        var place = path.row
        for effect in effects[section].reversed()
        where effect.set < found.set && effect.set > revision {
            place = effect.backward(place)
        }
        return (self.section(section, contents), place)
    }

    /// The place at the base of a place that was vacated later, told by the composed effect.
    private mutating func composedPlace(_ place: Place, _ key: Key) -> Int? {
        guard let effect = composed[key] else { return nil }
        if composedPlaces[key] == nil {
            var places: [Place: Int] = [:]
            places.reserveCapacity(effect.removed.count)
            for vacated in effect.removed {
                places[Place(set: vacated.set, row: vacated.path.row)] = vacated.place
            }
            composedPlaces[key] = places
        }
        return composedPlaces[key]?[place]
    }

    private func section(_ number: Int, _ contents: Contents) -> SectionID {
        changesOrder ? sections[number] : contents.section(at: number).id
    }

    /// The number of the section at an index before a set, where rows left it.
    private mutating func section(vacatedIn set: Int, at index: Int) -> Int? {
        guard changesOrder else { return index }
        if vacatedSections.isEmpty {
            for section in effects.indices {
                for effect in effects[section] {
                    guard let first = effect.removed.first else { continue }
                    vacatedSections.append((effect.set, first.path.section, section))
                }
            }
            vacatedSections.sort { $0.set > $1.set }
        }
        var next = vacatedSections.countTaken { vacatedSections[$0].set > set }
        while next < vacatedSections.count, vacatedSections[next].set == set {
            if vacatedSections[next].index == index { return vacatedSections[next].section }
            next += 1
        }
        return nil
    }

    /// The newest set since the base that deleted a row, itself or with its section.
    ///
    /// - Complexity: that of `RowMentions`.
    mutating func deletion(of row: RowID, in history: History) -> Int? {
        mentions.deletion(of: row, in: history)
    }

    // MARK: Gaps

    /// Follows a gap from `base` to the newest list before the edit.
    ///
    /// - Parameters:
    ///   - row: the index at `base`, counted without the moving rows; with `excluded`, the place of
    ///     a row, counted with all, whose gap is meant.
    ///   - contents: the newest list before the edit.
    /// - Returns: nil where a set in between does not tell enough.
    /// - Complexity: O(m log n) for the m sets that touched the section; with many moving rows
    ///   O(k log n) for k of them, and O(e log m) once for the e entries of these sets.
    mutating func follow(
        section: SectionID, row: Int, excluding excluded: Int?, moving: MovingRows,
        in contents: Contents, _ history: History, since base: Int
    ) -> FollowedGap? {
        let live = contents.slot(of: section).map { contents.count(slot: $0) } ?? 0
        let number = changesOrder ? numbers[section] : contents.index(of: section)
        guard let number, !changesOrder || base != self.base || isAtBase[number] else {
            return FollowedGap(
                section: section, previous: nil, next: nil, gap: live, isBounded: row != 0)
        }
        let effects = effects(on: number, since: base, for: moving.rows.count)
        if effects.contains(where: \.isUnknown) { return nil }
        let count = effects.reduce(live) { $0 + $1.removed.count - $1.inserted.count }
        var places: [Int] = []
        for row in moving.rows {
            let place = placeBack(row.id, section, effects, contents, history, base)
            if let place { places.append(place) }
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
        func standing(at place: Int) -> RowID? {
            rowThatStood(at: place, section, effects, contents, history)
        }
        return FollowedGap(
            section: section, previous: bounded > 0 ? standing(at: kept.place(bounded - 1)) : nil,
            next: bounded < last ? standing(at: start) : nil,
            gap: effects.reduce(start) { $1.forward(gap: $0) }, isBounded: bounded != wanted)
    }

    /// Where a row of the newest list stood in the section at `base`; nil: not in it.
    private mutating func placeBack(
        _ row: RowID, _ section: SectionID, _ effects: ArraySlice<SectionEffect>,
        _ contents: Contents, _ history: History, _ base: Int
    ) -> Int? {
        guard let position = contents.forest.position(of: row) else { return nil }
        if contents.forest[position].stamp <= base {
            let rank = contents.forest.rank(of: position)
            guard contents.sectionID(slot: rank.slot) == section else { return nil }
            return effects.reversed().reduce(rank.row) { $1.backward($0) }
        }
        let stood = firstMention(of: row, since: base, in: history, contents)
        return stood?.section == section ? stood?.row : nil
    }

    /// The row that stood at a place of the section before the effects.
    private func rowThatStood(
        at place: Int, _ section: SectionID, _ effects: ArraySlice<SectionEffect>,
        _ contents: Contents, _ history: History
    ) -> RowID? {
        var place = place
        for effect in effects {
            if let vacated = effect.vacated(place) {
                return history[vacated.set].row(at: vacated.path, in: section)
            }
            place = effect.forward(place)
        }
        return contents.slot(of: section).map { contents[slot: $0, row: place].id }
    }

    /// The effects of all sets since `base` on a section, composed into one where many places are to
    /// be carried.
    private mutating func effects(
        on section: Int, since base: Int, for rows: Int
    ) -> ArraySlice<SectionEffect> {
        let key = Key(section: section, base: base)
        if let effect = composed[key] { return [effect] }
        guard section < effects.count else { return [] }
        let since = effects[section].drop { $0.set <= base }
        guard rows > Self.fewPlaces, since.count > 1, !since.contains(where: \.isUnknown) else {
            return since
        }
        let effect = SectionEffect.compose(since)
        composed[key] = effect
        return [effect]
    }

    /// The most places for which sets are not composed.
    private static let fewPlaces = 32

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
