/// What the sets since the base of an edit did to rows, by the ids of the rows.
///
/// A few rows are looked for in one set after the other; for more, what every set did is noted once.
struct RowMentions {
    /// What a set did to a row.
    struct Mention {
        let set: Int
        /// Where the row stood before the set; nil: it was not in the list.
        let path: IndexPath?
        /// Whether the row was not in the list after the set.
        let isDeletion: Bool
        /// The next later mention of the row; -1: none, or not known.
        fileprivate var later = -1
    }

    private let newest: Int
    private let base: Int
    private var mentions: [Mention] = []
    /// The oldest mention of each row.
    private var oldest: [RowID: Int] = [:]
    private var asked = 0
    /// The questions that are answered before all mentions are noted.
    private static let fewQuestions = 4

    /// Makes mentions of the sets from `newest` back to `base`.
    init(from newest: Int, to base: Int) {
        self.newest = newest
        self.base = base
    }

    /// The first set after `revision` that names a row as one that it places; nil: there is none.
    ///
    /// - Complexity: O(k) for the k entries of the sets the first few times, and once more; then O(1)
    ///   for each set that names the row.
    mutating func first(of row: RowID, since revision: Int, in history: History) -> Mention? {
        asked += 1
        guard asked > Self.fewQuestions else {
            var number = revision + 1
            while number <= newest {
                if let mention = history[number].mention(of: row, in: number) { return mention }
                number += 1
            }
            return nil
        }
        link(history)
        var next = oldest[row] ?? -1
        while next >= 0, mentions[next].set <= revision { next = mentions[next].later }
        return next < 0 ? nil : mentions[next]
    }

    /// The newest set that deleted a row, itself or with its section.
    ///
    /// - Complexity: that of `first`.
    mutating func deletion(of row: RowID, in history: History) -> Int? {
        asked += 1
        guard asked > Self.fewQuestions else {
            return stride(from: newest, to: base, by: -1).first { number in
                history[number].mention(of: row, in: number)?.isDeletion == true
            }
        }
        link(history)
        var next = oldest[row] ?? -1
        var deletion: Int?
        while next >= 0 {
            if mentions[next].isDeletion { deletion = mentions[next].set }
            next = mentions[next].later
        }
        return deletion
    }

    /// Notes what every set did to each row.
    private mutating func link(_ history: History) {
        guard mentions.isEmpty else { return }
        for set in stride(from: newest, to: base, by: -1) {
            let entry = history[set]
            for new in entry.changes.insertedRows { note(new.row, set, nil, isDeletion: false) }
            for move in entry.changes.movedRows {
                note(move.row, set, move.from, isDeletion: false)
            }
            for gone in entry.changes.deletedRows {
                note(gone.row, set, gone.at, isDeletion: true)
            }
            for gone in entry.changes.deletedSections {
                let places = KeptPlaces(entry.placesMoved(from: gone.at))
                for (index, row) in (entry.rows(of: gone.section) ?? []).enumerated() {
                    let path = IndexPath(section: gone.at, row: places.place(index))
                    note(row.id, set, path, isDeletion: true)
                }
            }
        }
    }

    /// Sets are noted from the newest to the oldest.
    private mutating func note(_ row: RowID, _ set: Int, _ path: IndexPath?, isDeletion: Bool) {
        let later = oldest.updateValue(mentions.count, forKey: row) ?? -1
        mentions.append(Mention(set: set, path: path, isDeletion: isDeletion, later: later))
    }
}

extension History.Entry {
    /// The rows that went with a section, nil where that is not known.
    func rows(of section: SectionID) -> [Row]? {
        for case .restoreSection(let state, at: _) in inverse?.steps ?? [] where state.id == section
        {
            return state.rows
        }
        return nil
    }

    /// The ascending places that rows left before their section went.
    fileprivate func placesMoved(from section: Int) -> [Int] {
        changes.movedRows.filter { $0.from.section == section }.map(\.from.row).sorted()
    }

    /// The row that stood at a path before the set, and left it.
    func row(at path: IndexPath, in section: SectionID) -> RowID? {
        if let moved = changes.movedRows.first(where: { $0.from == path }) { return moved.row }
        if let gone = changes.deletedRows.first(where: { $0.at == path }) { return gone.row }
        let index = path.row - placesMoved(from: path.section).countBelow(path.row)
        guard let rows = rows(of: section), rows.indices.contains(index) else { return nil }
        return rows[index].id
    }

    /// What the set `number`, which this is, did to a row.
    fileprivate func mention(of row: RowID, in number: Int) -> RowMentions.Mention? {
        if let move = changes.movedRows.first(where: { $0.row == row }) {
            return RowMentions.Mention(set: number, path: move.from, isDeletion: false)
        }
        if let gone = changes.deletedRows.first(where: { $0.row == row }) {
            return RowMentions.Mention(set: number, path: gone.at, isDeletion: true)
        }
        for gone in changes.deletedSections {
            if let index = (rows(of: gone.section) ?? []).firstIndex(where: { $0.id == row }) {
                let place = KeptPlaces(placesMoved(from: gone.at)).place(index)
                return RowMentions.Mention(
                    set: number, path: IndexPath(section: gone.at, row: place), isDeletion: true)
            }
        }
        if changes.insertedRows.contains(where: { $0.row == row }) {
            return RowMentions.Mention(set: number, path: nil, isDeletion: false)
        }
        return nil
    }
}
