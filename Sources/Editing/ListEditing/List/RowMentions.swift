/// The sets since the base of an edit that name a row: an index by row id.
///
/// The first few queries search the sets one after the other; from then on, an index of all their
/// entries answers.
struct RowMentions {
    /// A set that names a row.
    struct Mention {
        let set: Int
        /// The row's path before the set; nil: it was not in the list.
        let path: IndexPath?
        /// Whether the row was not in the list after the set.
        let isDeletion: Bool
        /// The next later mention of the row; -1: none, or unknown.
        fileprivate var later = -1
    }

    private let newest: Int
    private let base: Int
    private var mentions: [Mention] = []
    /// The oldest mention of each row.
    private var oldest: [RowID: Int] = [:]
    private var queries = 0
    /// The number of queries that are answered without the index.
    private static let fewQueries = 4

    /// Prepares queries about the sets from `newest` back to `base`.
    init(from newest: Int, to base: Int) {
        self.newest = newest
        self.base = base
    }

    /// The first set after `revision` that inserted, moved or deleted a row; nil: none did.
    ///
    /// - Complexity: O(k) in the entries of the sets for the first few queries and for building the
    ///   index; then O(1) for each set that names the row.
    mutating func first(of row: RowID, since revision: Int, in history: ChangeHistory) -> Mention? {
        queries += 1
        guard queries > Self.fewQueries else {
            var number = revision + 1
            while number <= newest {
                if let mention = history[number].mention(of: row, in: number) { return mention }
                number += 1
            }
            return nil
        }
        buildIndex(history)
        var next = oldest[row] ?? -1
        while next >= 0, mentions[next].set <= revision { next = mentions[next].later }
        return next < 0 ? nil : mentions[next]
    }

    /// The newest set that deleted a row, itself or with its section.
    ///
    /// - Complexity: that of `first`.
    mutating func deletion(of row: RowID, in history: ChangeHistory) -> Int? {
        queries += 1
        guard queries > Self.fewQueries else {
            return stride(from: newest, to: base, by: -1).first { number in
                history[number].mention(of: row, in: number)?.isDeletion == true
            }
        }
        buildIndex(history)
        var next = oldest[row] ?? -1
        var deletion: Int?
        while next >= 0 {
            if mentions[next].isDeletion { deletion = mentions[next].set }
            next = mentions[next].later
        }
        return deletion
    }

    /// Builds the index.
    private mutating func buildIndex(_ history: ChangeHistory) {
        guard mentions.isEmpty else { return }
        for set in stride(from: newest, to: base, by: -1) {
            let entry = history[set]
            for new in entry.changes.insertedRows { note(new.row, set, nil, isDeletion: false) }
            for move in entry.changes.movedRows {
                note(move.row, set, move.from, isDeletion: false)
            }
            for deleted in entry.changes.deletedRows {
                note(deleted.row, set, deleted.at, isDeletion: true)
            }
            for deleted in entry.changes.deletedSections {
                let places = RemainingPlaces(entry.placesMoved(from: deleted.at))
                for (index, row) in (entry.rows(of: deleted.section) ?? []).enumerated() {
                    let path = IndexPath(section: deleted.at, row: places.place(index))
                    note(row.id, set, path, isDeletion: true)
                }
            }
        }
    }

    /// Adds a mention; sets are added from the newest to the oldest.
    private mutating func note(_ row: RowID, _ set: Int, _ path: IndexPath?, isDeletion: Bool) {
        let later = oldest.updateValue(mentions.count, forKey: row) ?? -1
        mentions.append(Mention(set: set, path: path, isDeletion: isDeletion, later: later))
    }
}

extension ChangeHistory.PastSet {
    /// The rows that were deleted with a section; nil if the inverse was dropped.
    func rows(of section: SectionID) -> [Row]? {
        for case .restoreSection(let state, at: _) in inverse?.steps ?? [] where state.id == section
        {
            return state.rows
        }
        return nil
    }

    /// The ascending indices of the rows that moved out of a section.
    fileprivate func placesMoved(from section: Int) -> [Int] {
        changes.movedRows.filter { $0.from.section == section }.map(\.from.row).sorted()
    }

    /// The row that was at a path before the set, and left it.
    func row(at path: IndexPath, in section: SectionID) -> RowID? {
        if let moved = changes.movedRows.first(where: { $0.from == path }) { return moved.row }
        if let deleted = changes.deletedRows.first(where: { $0.at == path }) { return deleted.row }
        let index = path.row - placesMoved(from: path.section).countBelow(path.row)
        guard let rows = rows(of: section), rows.indices.contains(index) else { return nil }
        return rows[index].id
    }

    /// What this set, whose revision is `number`, did to a row.
    fileprivate func mention(of row: RowID, in number: Int) -> RowMentions.Mention? {
        if let move = changes.movedRows.first(where: { $0.row == row }) {
            return RowMentions.Mention(set: number, path: move.from, isDeletion: false)
        }
        if let deleted = changes.deletedRows.first(where: { $0.row == row }) {
            return RowMentions.Mention(set: number, path: deleted.at, isDeletion: true)
        }
        for deleted in changes.deletedSections {
            if let index = (rows(of: deleted.section) ?? []).firstIndex(where: { $0.id == row }) {
                let place = RemainingPlaces(placesMoved(from: deleted.at)).place(index)
                return RowMentions.Mention(
                    set: number, path: IndexPath(section: deleted.at, row: place), isDeletion: true)
            }
        }
        if changes.insertedRows.contains(where: { $0.row == row }) {
            return RowMentions.Mention(set: number, path: nil, isDeletion: false)
        }
        return nil
    }
}
