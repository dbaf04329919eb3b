/// Where rows and sections were at the base of an edit, computed from the newest list before it and
/// the sets since.
///
/// Made once for an edit. It reads each set once, into a `SectionTransform` for each section: the
/// indices that the set vacated and occupied. A few places are rebased through these one after the
/// other; for many, the transforms are composed into one, which rebases a place in O(log n).
struct PlacesAtBase {
    private let base: Int
    /// The sections by number; empty if no set changed their order: then a section's number is its
    /// index.
    private var sections: [SectionID] = []
    private var numbers: [SectionID: Int] = [:]
    private let changesOrder: Bool
    /// The sections that rows left in each set, with their index before it, newest set first; empty
    /// until the first query.
    private var vacatedSections: [(set: Int, index: Int, section: Int)] = []
    private var mentions: RowMentions
    /// What each set did to each section, oldest first.
    private var transforms: [[SectionTransform]] = []
    /// The composed transforms of a section since a revision.
    private var composed: [TransformKey: SectionTransform] = [:]
    private var composedPlaces: [TransformKey: [VacatedPlace: Int]] = [:]
    /// The newest set that moved, inserted or deleted each section.
    private var sectionSets: [SectionID: Int] = [:]
    /// The order of sections at the base; nil: no set changed it.
    private(set) var baseOrder: [SectionID]?
    private var isAtBase: [Bool] = []
    /// The newest deletion of each section in `wanted`, with the order before it.
    private var deletions: [SectionID: (set: Int, order: [SectionID])] = [:]
    /// Whether a set deleted sections whose rows are unknown, since its inverse was dropped.
    private(set) var hasUnknownRows = false

    private struct TransformKey: Hashable {
        var section: Int
        var base: Int
    }

    /// A place in a section before a set.
    private struct VacatedPlace: Hashable {
        var set: Int
        var row: Int
    }

    /// Reads the sets of `history` from `revision` back to `base`.
    ///
    /// - Parameters:
    ///   - order: the order of sections before the edit; evaluated only if a set changed it.
    ///   - wanted: the sections whose deletion may be queried.
    /// - Complexity: O(k + c · s) for the k entries of the sets, and c of them that change the
    ///   order of s sections.
    init(
        _ history: ChangeHistory, from revision: Int, to base: Int,
        order: @autoclosure () -> [SectionID],
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
            for number in transforms.indices { transforms[number].reverse() }
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
            for deleted in entry.changes.deletedSections
            where wanted.contains(deleted.section) && deletions[deleted.section] == nil {
                deletions[deleted.section] = (set, before.map { sections[$0] })
            }
            read(entry, set, before, after, &touched)
            after = before
        }
        baseOrder = after.map { sections[$0] }
        isAtBase = Array(repeating: false, count: sections.count)
        for number in after { isAtBase[number] = true }
        for number in transforms.indices { transforms[number].reverse() }
    }

    // MARK: Sections

    /// Whether a set since `base` moved, inserted or deleted a section.
    func isTouched(_ section: SectionID, since base: Int) -> Bool {
        sectionSets[section].map { $0 > base } ?? false
    }

    /// The newest set since the base that deleted one of the `wanted` sections, and the order
    /// before it.
    func deletion(of section: SectionID) -> (set: Int, order: [SectionID])? { deletions[section] }

    /// The number of a section, a new one if it has none.
    private mutating func number(of section: SectionID) -> Int {
        if let number = numbers[section] { return number }
        numbers[section] = sections.count
        sections.append(section)
        return sections.count - 1
    }

    /// The order of sections before a set, given that after it.
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

    /// Reads what a set did to the rows of each section.
    ///
    /// - Parameters:
    ///   - before: the numbers of the sections in order before the set; nil: their indices.
    ///   - after: the same after it.
    ///   - touched: reused storage for the sections that the set touched.
    private mutating func read(
        _ entry: ChangeHistory.PastSet, _ set: Int, _ before: [Int]?, _ after: [Int]?,
        _ touched: inout [Int]
    ) {
        let changes = entry.changes
        touched.removeAll(keepingCapacity: true)
        for deleted in changes.deletedRows { vacate(deleted.at, in: set, before, &touched) }
        for move in changes.movedRows {
            vacate(move.from, in: set, before, &touched)
            occupy(move.to, in: set, after, &touched)
        }
        for new in changes.insertedRows { occupy(new.at, in: set, after, &touched) }
        for section in touched {
            let last = transforms[section].count - 1
            if transforms[section][last].removed.count > 1 {
                transforms[section][last].removed.sort { $0.place < $1.place }
            }
            if transforms[section][last].inserted.count > 1 {
                transforms[section][last].inserted.sort()
            }
        }
        for deleted in changes.deletedSections {
            vacateAll(number(of: deleted.section), deleted.at, entry, set)
        }
    }

    private mutating func vacate(
        _ path: IndexPath, in set: Int, _ before: [Int]?, _ touched: inout [Int]
    ) {
        let section = before?[path.section] ?? path.section
        let last = transform(of: set, on: section, &touched)
        transforms[section][last].removed.append(
            SectionTransform.Vacated(place: path.row, set: set, path: path))
    }

    private mutating func occupy(
        _ path: IndexPath, in set: Int, _ after: [Int]?, _ touched: inout [Int]
    ) {
        let section = after?[path.section] ?? path.section
        let last = transform(of: set, on: section, &touched)
        transforms[section][last].inserted.append(path.row)
    }

    /// The index of a set's transform of a section, a new one if it has none.
    private mutating func transform(of set: Int, on section: Int, _ touched: inout [Int]) -> Int {
        while transforms.count <= section { transforms.append([]) }
        if transforms[section].last?.set != set {
            transforms[section].append(SectionTransform(set: set))
            touched.append(section)
        }
        return transforms[section].count - 1
    }

    /// Vacates the places of the rows that were deleted with their section.
    private mutating func vacateAll(
        _ section: Int, _ at: Int, _ entry: ChangeHistory.PastSet, _ set: Int
    ) {
        var ignored: [Int] = []
        let last = transform(of: set, on: section, &ignored)
        guard let rows = entry.rows(of: sections[section]) else {
            transforms[section][last].isUnknown = true
            hasUnknownRows = true
            return
        }
        let count = rows.count + transforms[section][last].removed.count
        transforms[section][last].removed = (0..<count).map { row in
            SectionTransform.Vacated(place: row, set: set, path: IndexPath(section: at, row: row))
        }
    }

    // MARK: Rows

    /// Where a row was at `revision`, from the first set since that names it; nil: it was not in
    /// the list, or no set names it.
    ///
    /// - Parameter contents: the list, with its sections in the order before the edit unless sets
    ///   changed it.
    /// - Complexity: that of `RowMentions`, and O(log n) for each set of its section.
    mutating func firstMention(
        of row: RowID, since revision: Int, in history: ChangeHistory, _ contents: Contents
    ) -> (section: SectionID, row: Int)? {
        guard let found = mentions.first(of: row, since: revision, in: history),
            let path = found.path, let section = section(vacatedIn: found.set, at: path.section)
        else { return nil }
        let key = TransformKey(section: section, base: revision)
        if let place = composedPlace(VacatedPlace(set: found.set, row: path.row), key) {
            return (self.section(section, contents), place)
        }
        var place = path.row
        for transform in transforms[section].reversed()
        where transform.set < found.set && transform.set > revision {
            place = transform.backward(place)
        }
        return (self.section(section, contents), place)
    }

    /// The place at the base of a place that a later set vacated, from the composed transform.
    private mutating func composedPlace(_ place: VacatedPlace, _ key: TransformKey) -> Int? {
        guard let transform = composed[key] else { return nil }
        if composedPlaces[key] == nil {
            var places: [VacatedPlace: Int] = [:]
            places.reserveCapacity(transform.removed.count)
            for vacated in transform.removed {
                places[VacatedPlace(set: vacated.set, row: vacated.path.row)] = vacated.place
            }
            composedPlaces[key] = places
        }
        return composedPlaces[key]?[place]
    }

    private func section(_ number: Int, _ contents: Contents) -> SectionID {
        changesOrder ? sections[number] : contents.section(at: number).id
    }

    /// The number of the section that was at an index before a set; nil if no row left it then.
    private mutating func section(vacatedIn set: Int, at index: Int) -> Int? {
        guard changesOrder else { return index }
        if vacatedSections.isEmpty {
            for section in transforms.indices {
                for transform in transforms[section] {
                    guard let first = transform.removed.first else { continue }
                    vacatedSections.append((transform.set, first.path.section, section))
                }
            }
            vacatedSections.sort { $0.set > $1.set }
        }
        var next = vacatedSections.prefixCount { vacatedSections[$0].set > set }
        while next < vacatedSections.count, vacatedSections[next].set == set {
            if vacatedSections[next].index == index { return vacatedSections[next].section }
            next += 1
        }
        return nil
    }

    /// The newest set since the base that deleted a row, itself or with its section.
    ///
    /// - Complexity: that of `RowMentions`.
    mutating func deletion(of row: RowID, in history: ChangeHistory) -> Int? {
        mentions.deletion(of: row, in: history)
    }

    // MARK: Gaps

    /// Rebases a gap from `base` to the newest list before the edit.
    ///
    /// - Parameters:
    ///   - row: the index at `base`, counted without the moving rows.
    ///   - excluded: the index at `base`, counted with all rows, of a row whose gap is meant; equal
    ///     to `row`, or nil.
    ///   - contents: the newest list before the edit.
    /// - Returns: nil if the rows of a section that a set in between deleted are unknown.
    /// - Complexity: O(m log n) for the m sets that touched the section; with many moving rows
    ///   O(k log n) for k of them, and O(e log m) once for the e entries of these sets.
    mutating func rebase(
        section: SectionID, row: Int, excluding excluded: Int?, moving: MovingRows,
        in contents: Contents, _ history: ChangeHistory, since base: Int
    ) -> RebasedPlace? {
        let live = contents.slot(of: section).map { contents.count(slot: $0) } ?? 0
        let number = changesOrder ? numbers[section] : contents.index(of: section)
        guard let number, !changesOrder || base != self.base || isAtBase[number] else {
            return RebasedPlace(
                section: section, previous: nil, next: nil, gap: live, isBounded: row != 0)
        }
        let transforms = self.transforms(on: number, since: base, for: moving.rows.count)
        if transforms.contains(where: \.isUnknown) { return nil }
        let count = transforms.reduce(live) { $0 + $1.removed.count - $1.inserted.count }
        var places: [Int] = []
        for row in moving.rows {
            let place = placeAtBase(row.id, section, transforms, contents, history, base)
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
        let kept = RemainingPlaces(places)
        let start = bounded == last ? count : kept.place(bounded)
        func rowBefore(at place: Int) -> RowID? {
            self.row(at: place, section, transforms, contents, history)
        }
        return RebasedPlace(
            section: section, previous: bounded > 0 ? rowBefore(at: kept.place(bounded - 1)) : nil,
            next: bounded < last ? rowBefore(at: start) : nil,
            gap: transforms.reduce(start) { $1.forward(gap: $0) }, isBounded: bounded != wanted)
    }

    /// Where a row of the newest list was in the section at `base`; nil: it was not in it.
    private mutating func placeAtBase(
        _ row: RowID, _ section: SectionID, _ transforms: ArraySlice<SectionTransform>,
        _ contents: Contents, _ history: ChangeHistory, _ base: Int
    ) -> Int? {
        guard let position = contents.forest.position(of: row) else { return nil }
        if contents.forest[position].stamp <= base {
            let rank = contents.forest.rank(of: position)
            guard contents.sectionID(slot: rank.slot) == section else { return nil }
            return transforms.reversed().reduce(rank.row) { $1.backward($0) }
        }
        let origin = firstMention(of: row, since: base, in: history, contents)
        return origin?.section == section ? origin?.row : nil
    }

    /// The row at a place of the section before the transforms.
    private func row(
        at place: Int, _ section: SectionID, _ transforms: ArraySlice<SectionTransform>,
        _ contents: Contents, _ history: ChangeHistory
    ) -> RowID? {
        var place = place
        for transform in transforms {
            if let vacated = transform.vacated(place) {
                return history[vacated.set].row(at: vacated.path, in: section)
            }
            place = transform.forward(place)
        }
        return contents.slot(of: section).map { contents[slot: $0, row: place].id }
    }

    /// The transforms of a section by all sets since `base`, composed into one if many places are
    /// to be rebased.
    private mutating func transforms(
        on section: Int, since base: Int, for rows: Int
    ) -> ArraySlice<SectionTransform> {
        let key = TransformKey(section: section, base: base)
        if let transform = composed[key] { return [transform] }
        guard section < transforms.count else { return [] }
        let since = transforms[section].drop { $0.set <= base }
        guard rows > Self.fewPlaces, since.count > 1, !since.contains(where: \.isUnknown) else {
            return since
        }
        let transform = SectionTransform.compose(since)
        composed[key] = transform
        return [transform]
    }

    /// The maximum number of places for which transforms are not composed.
    private static let fewPlaces = 32
}
