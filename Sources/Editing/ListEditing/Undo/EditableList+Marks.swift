/// The marks that a set leaves and takes (`PlaceMarks`), told from its net effect alone, so that
/// applying and replaying it leave the same.
extension EditableList {
    /// Renews the marks for a set that is done but for them.
    ///
    /// What is deleted or moved away leaves a mark, in its place before the set; what comes takes its own,
    /// or is laid after those of its gap. What the set does not name stays where it is among the marks.
    ///
    /// - Parameter inverse: that of the set.
    /// - Complexity: O(k log m) for k rows named, and m marks of the list.
    mutating func renewPlaceMarks(
        _ changes: ChangeSet, _ inverse: Inverse, _ transaction: inout Transaction
    ) {
        guard contents.marks != nil else { return }
        let relaid = changes.rowsOfOtherBand
        guard changes.changesPlaces || !relaid.isEmpty else { return }
        leaveMarks(changes, relaid, &transaction)
        for case .restoreSection(let state, _) in inverse.steps {
            let key = PlaceMarks.DeletedKey(made: revision + 1, section: state.id)
            log(contents.marks?.noteDeleted(key, rows: state.rows.count), &transaction)
        }
        let cameBack = layMarkedSections(changes, &transaction)
        var coming: [(at: IndexPath, row: RowID)] = changes.insertedRows.map { ($0.at, $0.row) }
        if !cameBack.isEmpty {
            // Those that went with their section stand among its marks already.
            coming.removeAll { entry in
                transaction.restored[entry.row]?.mark == nil
                    && cameBack.contains(contents.section(at: entry.at.section).id)
            }
        }
        coming += changes.movedRows.map { ($0.to, $0.row) }
        coming += relaid.compactMap { row in contents.path(of: row).map { ($0, row) } }
        coming.sort { $0.at < $1.at }
        for entry in coming { lay(entry.row, at: entry.at, &transaction) }
    }

    private mutating func leaveMarks(
        _ changes: ChangeSet, _ relaid: [RowID], _ transaction: inout Transaction
    ) {
        let leaving =
            changes.deletedRows.map(\.row) + changes.movedRows.map(\.row) + relaid
        let rows = leaving.compactMap { transaction.rowsBefore[$0] }.sorted { $0.path > $1.path }
            .map {
                PlaceMarks.LeavingRow(
                    id: $0.id, section: $0.section, band: Band($0.rules.pinned), rank: $0.rankInBand
                )
            }
        let sections =
            (changes.deletedSections.map { (id: $0.section, index: $0.at) }
            + changes.movedSections.map { (id: $0.section, index: $0.from) })
            .sorted { $0.index > $1.index }
        log(
            contents.marks?.leave(rows: rows, sections: sections, made: revision + 1), &transaction)
    }

    /// - Returns: the sections that came back with their marks.
    private mutating func layMarkedSections(
        _ changes: ChangeSet, _ transaction: inout Transaction
    ) -> Set<SectionID> {
        var cameBack: Set<SectionID> = []
        let inserted = changes.insertedSections.map { (at: $0.at, id: $0.section, isNew: true) }
        let moved = changes.movedSections.map { (at: $0.to, id: $0.section, isNew: false) }
        // Of rows that come without marks of their own, as those that went with their section.
        var counts: [Int: Int] = [:]
        for entry in changes.insertedRows where transaction.restored[entry.row]?.mark == nil {
            counts[entry.at.section, default: 0] += 1
        }
        for (at, id, isNew) in (inserted + moved).sorted(by: { $0.at < $1.at }) {
            guard let made = transaction.restoredSections[id]?.mark,
                let mark = contents.marks?.mark(of: id, made: made),
                contents.marks?.trees.rank(of: mark) == at
            else {
                log(contents.marks?.laySection(at: at), &transaction)
                continue
            }
            log(contents.marks?.take(mark), &transaction)
            let key = PlaceMarks.DeletedKey(made: made, section: id)
            // Where some of its rows do not come back, the places inside it are not known.
            if isNew, contents.marks?.deleted[key]?.rows == counts[at, default: 0],
                let change = contents.marks?.bringBack(key)
            {
                log(change, &transaction)
                cameBack.insert(id)
            }
        }
        return cameBack
    }

    private mutating func lay(
        _ row: RowID, at path: IndexPath, _ transaction: inout Transaction
    ) {
        let slot = contents.order[path.section]
        let section = contents.sectionID(slot: slot)
        let band = Band(contents[slot: slot, row: path.row].row.rules.pinned)
        let rank = path.row - contents.start(of: band, slot: slot)
        if let made = transaction.restored[row]?.mark,
            let mark = contents.marks?.mark(of: row, made: made),
            contents.marks?.order(of: mark) == .rows(section, band),
            contents.marks?.trees.rank(of: mark) == rank
        {
            log(contents.marks?.take(mark), &transaction)
        } else {
            log(contents.marks?.lay(section, band, at: rank), &transaction)
        }
    }

    private func log(_ change: MarkChange?, _ transaction: inout Transaction) {
        if let change { transaction.log.append(.marks(change)) }
    }

    // MARK: One row

    /// The same for a set that inserts a row, deletes it, or moves it.
    mutating func renewPlaceMarks(
        of row: RowID, from before: RowSnapshot?, to path: IndexPath?,
        _ transaction: inout Transaction
    ) {
        guard contents.marks != nil else { return }
        if let before {
            let leaving = PlaceMarks.LeavingRow(
                id: row, section: before.section, band: Band(before.rules.pinned),
                rank: before.rankInBand)
            log(contents.marks?.leave(leaving, made: revision + 1), &transaction)
        }
        if let path { lay(row, at: path, &transaction) }
    }

    // MARK: Snapshots

    /// The marks that are held, for `init(_:marks:)`; nil: the list keeps none.
    ///
    /// - Complexity: O(m log m) for m marks.
    public var storedMarks: StoredPlaceMarks? { contents.marks?.stored }

    // MARK: Steps that are gone

    /// The marks of a set are not needed any more: no step takes it back.
    ///
    /// - Complexity: O(1); the marks are removed later on (`sweepMarks(most:)`).
    public mutating func releaseMarks(of made: Int) {
        if let change = contents.marks?.release(made) { reverts.append(change) }
    }

    /// The marks of all sets but these are not needed any more.
    ///
    /// - Complexity: O(s) in the sets that left marks.
    public mutating func releaseMarks(exceptOf kept: Set<Int>) {
        for made in contents.marks?.sets ?? [] where !kept.contains(made) {
            releaseMarks(of: made)
        }
    }

    /// Removes marks that are not needed, outside of a checkpoint.
    ///
    /// - Parameter most: the number of marks to remove at once, each in about a microsecond; a quarter of
    ///   all that are to be removed, where that is more.
    public mutating func sweepMarks(most: Int) {
        if !reverts.hasCheckpoint { contents.marks?.sweep(most: most) }
    }

    /// The number of marks that are held, those among them that are to be removed.
    public var markCount: Int { contents.marks?.count ?? 0 }
}

extension ChangeSet {
    /// Whether it changes the place of a row or section.
    fileprivate var changesPlaces: Bool {
        changesSections || !deletedRows.isEmpty || !insertedRows.isEmpty || !movedRows.isEmpty
    }

    /// Rows that it lays into another band and does not name as moved, as their path stays.
    var rowsOfOtherBand: [RowID] {
        let other = updatedRows.filter { $0.rules.pinned != .keep }
        guard !other.isEmpty else { return [] }
        let moved = Set(movedRows.map(\.row))
        return other.map(\.row).filter { !moved.contains($0) }
    }
}
