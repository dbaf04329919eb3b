/// The part of undo that takes out rows, and lays those that come or go back at their marks.
extension EditableList {
    /// A row that comes or goes back.
    private struct ReturningRow {
        let number: Int
        let id: RowID
        let place: RowNeighbours
        /// The row as it was deleted; nil: it is in the list and goes back.
        let deleted: Row?
        let placed: Int?
        let pin: Pin?
        var mark: Int32?
        /// The place of its mark among the marks of its order, and the rows before it there.
        var ordinal = 0
        var rank = 0
    }

    /// The order that a place is in.
    private struct BandKey: Hashable {
        let section: SectionID
        let band: Band
    }

    /// Deletes rows, moves rows back, and brings rows back.
    mutating func restorePlaces(
        _ steps: [InverseStep], _ undo: inout UndoState, _ transaction: inout Transaction
    ) {
        let pins = Dictionary(undo.pins.map { ($0.row, $0.pin) }) { _, last in last }
        var returning: [ReturningRow] = []
        var leaving: [BandKey: [Int]] = [:]
        func noteLeaving(_ row: RowID) {
            guard let snapshot = transaction.rowsBefore[row] else { return }
            let key = BandKey(section: snapshot.section, band: Band(snapshot.rules.pinned))
            leaving[key, default: []].append(snapshot.rankInBand)
        }
        for (number, step) in steps.enumerated() {
            switch step {
            case .deleteRow(let id, let brought):
                guard mayDelete(id, brought, step, number, &undo) else { continue }
                noteLeaving(id)
                delete(id, &transaction)
            case .moveRow, .restoreRow:
                guard let row = returningRow(step, number, pins, &undo, transaction) else {
                    continue
                }
                if row.deleted == nil { noteLeaving(row.id) }
                returning.append(row)
            default: break
            }
        }
        for key in Array(leaving.keys) { leaving[key]?.sort() }
        var records: [RowID: RowRecord] = [:]
        for row in returning where row.deleted == nil {
            records[row.id] = removeRecord(row.id, &transaction)
            records[row.id]?.row.rules.pinned = row.pin
        }
        for row in returning {
            transaction.restored[
                row.id, default: RestoredMarks(row: row.id, placed: nil, fields: [])
            ].note(row.placed, mark: row.mark == nil ? nil : undo.made)
            if let deleted = row.deleted {
                transaction.restored[row.id]?.fields =
                    deleted.authorship.allMarks(of: deleted.fields)
            }
        }
        // Those with marks first: their ranks count the rows that were there before.
        var taken: [BandKey: Int] = [:]
        for row in returning.filter({ $0.mark != nil }).sorted(by: { $0.ordinal < $1.ordinal }) {
            guard let slot = contents.slot(of: row.place.section) else { continue }
            let key = BandKey(section: row.place.section, band: Band(row.pin))
            let before = (leaving[key] ?? []).countBelow(row.rank)
            let index = row.rank - before + taken[key, default: 0]
            taken[key, default: 0] += 1
            let bounded = max(0, min(index, contents.count(of: key.band, slot: slot)))
            insert(
                row, records[row.id], slot: slot,
                row: contents.start(of: key.band, slot: slot) + bounded, &transaction)
        }
        let back = Set(returning.map(\.id))
        for (id, pin) in undo.pins where !back.contains(id) { lay(id, pin, &transaction) }
        for row in returning where row.mark == nil {
            guard let slot = contents.slot(of: row.place.section) else { continue }
            let index = self.row(of: row.place, slot: slot, of: undo.made)
            let clamped = contents.clamp(
                ProposedPlace(slot: slot, row: index), pin: row.pin, home: nil, isBound: false,
                moving: MovingRows())
            insert(row, records[row.id], slot: slot, row: clamped.place.row, &transaction)
        }
    }

    private mutating func insert(
        _ row: ReturningRow, _ record: RowRecord?, slot: Int, row index: Int,
        _ transaction: inout Transaction
    ) {
        if let mark = row.mark, row.deleted == nil { transaction.returning[row.id] = mark }
        guard let record = record ?? row.deleted.map({ RowRecord($0) }) else { return }
        insertRecord(record, slot: slot, row: index, &transaction)
    }

    /// Gives a row that does not go back to its place its band of before.
    private mutating func lay(_ id: RowID, _ pin: Pin?, _ transaction: inout Transaction) {
        guard let position = contents.forest.position(of: id) else { return }
        var rules = contents.forest[position].row.rules
        rules.pinned = pin
        setRules(
            rules, of: id, at: position, slot: contents.forest.slot(of: position), &transaction)
    }

    // MARK: What may be done

    private func mayDelete(
        _ id: RowID, _ brought: RowRules, _ step: InverseStep, _ number: Int,
        _ undo: inout UndoState
    ) -> Bool {
        guard let rank = contents.rank(id) else { return false }
        let rules = contents[slot: rank.slot, row: rank.row].row.rules
        let section = contents.sectionID(slot: rank.slot)
        let isAllowed =
            undo.isUnbound || undo.permissionsBefore[id]?.isDeletable == true
            || contents.isDeletable(
                undo.mayGiveRules ? rules.without(brought) : rules, slot: rank.slot,
                without: undo.broughtRules[section] ?? Rules())
        if !isAllowed {
            let why = Rejection(
                .deleteDisabled, action: nil, message: "row \(id.text) cannot be deleted")
            undo.leaveOut(step, number, why)
        }
        return isAllowed
    }

    /// The row of a step that comes or goes back; nil: it stays as it is.
    private func returningRow(
        _ step: InverseStep, _ number: Int, _ pins: [RowID: Pin?], _ undo: inout UndoState,
        _ transaction: Transaction
    ) -> ReturningRow? {
        switch step {
        case .moveRow(let id, let place, let placed):
            guard let rank = contents.rank(id),
                contents[slot: rank.slot, row: rank.row].row.authorship.placed == placed.new,
                isThere(place.section, step, number, &undo)
            else { return nil }
            guard !undo.keptPins.contains(id) else {
                undo.leaveOutRules(step, number)
                return nil
            }
            let now = contents[slot: rank.slot, row: rank.row].row.rules.pinned
            let pin = pins[id] ?? now
            guard mayMove(id, from: rank.slot, to: place.section, undo) else {
                let why = Rejection(
                    .moveDisabled, action: nil, message: "row \(id.text) cannot be moved")
                undo.leaveOut(step, number, why)
                return nil
            }
            let row = marked(
                ReturningRow(
                    number: number, id: id, place: place, deleted: nil, placed: placed.old,
                    pin: pin), undo)
            return pin == now && isInPlace(row, undo, transaction) ? nil : row
        case .restoreRow(let deleted, let place, let insertable):
            guard !contents.contains(deleted.id), isThere(place.section, step, number, &undo),
                let slot = contents.slot(of: place.section)
            else { return nil }
            guard
                undo.isUnbound || !insertable || contents.isInsertable(slot: slot)
                    || undo.insertableBefore.contains(place.section)
            else {
                let why = Rejection(
                    .insertDisabled, action: nil,
                    message: "row \(deleted.id.text) cannot be inserted into section "
                        + place.section.text)
                undo.leaveOut(step, number, why)
                return nil
            }
            return marked(
                ReturningRow(
                    number: number, id: deleted.id, place: place, deleted: deleted,
                    placed: deleted.authorship.placed, pin: deleted.rules.pinned), undo)
        default: return nil
        }
    }

    /// Whether the section of a place is in the list; where it can come back, the step waits for it.
    private func isThere(
        _ section: SectionID, _ step: InverseStep, _ number: Int, _ undo: inout UndoState
    ) -> Bool {
        if contents.slot(of: section) != nil { return true }
        if contents.marks?.canComeBack(section) == true {
            let why = Rejection(
                .unknownSection, action: nil,
                message: "section \(section.text) is deleted: it has to come back first")
            undo.leaveOut(step, number, why)
        }
        return false
    }

    private func mayMove(
        _ id: RowID, from slot: Int, to section: SectionID, _ undo: UndoState
    ) -> Bool {
        if undo.isUnbound { return true }
        guard let permissions = contents.permissions(of: id, orAsIn: undo.permissionsBefore),
            permissions.isMovable, let target = contents.slot(of: section)
        else { return false }
        return target == slot
            || permissions.mayLeaveSection
                && (contents.isReorderable(slot: target) || undo.isBack(section)
                    || undo.reorderableBefore.contains(section))
    }

    // MARK: Marks

    /// The row with its mark, where that is in the band of the row.
    private func marked(_ row: ReturningRow, _ undo: UndoState) -> ReturningRow {
        guard let marks = contents.marks, let mark = marks.mark(of: row.id, made: undo.made)
        else { return row }
        switch marks.order(of: mark) {
        case .rows(row.place.section, Band(row.pin)): break
        case .deletedRows(let key, Band(row.pin))
        where key.made == undo.made && key.section == row.place.section
            && undo.isWhole(key.section):
            break
        default: return row
        }
        var row = row
        row.mark = mark
        row.ordinal = marks.trees.ordinal(of: mark)
        row.rank = marks.trees.rank(of: mark)
        return row
    }

    /// Whether a row stands at its mark already: no row is between them, and no mark of others.
    private func isInPlace(
        _ row: ReturningRow, _ undo: UndoState, _ transaction: Transaction
    ) -> Bool {
        guard let mark = row.mark, let snapshot = transaction.rowsBefore[row.id],
            snapshot.section == row.place.section, Band(snapshot.rules.pinned) == Band(row.pin),
            row.rank == snapshot.rankInBand || row.rank == snapshot.rankInBand + 1,
            let marks = contents.marks
        else { return false }
        return !marks.isCrossed(
            from: snapshot.rankInBand, .rows(snapshot.section, Band(row.pin)), to: mark,
            made: undo.made)
    }

    /// The index of a place given by neighbours, for a row that has no mark: next to a neighbour that was
    /// not placed since the set if there is one, else next to one that is still in the section.
    private func row(of place: RowNeighbours, slot: Int, of revision: Int) -> Int {
        func find(_ id: RowID?) -> (row: Int, isUnmoved: Bool)? {
            guard let id, let rank = contents.rank(id), rank.slot == slot else { return nil }
            let placed = contents[slot: slot, row: rank.row].row.authorship.placed
            return (rank.row, placed <= revision)
        }
        let after = find(place.after)
        if let after, after.isUnmoved { return after.row + 1 }
        let before = find(place.before)
        if let before, before.isUnmoved { return before.row }
        if let after { return after.row + 1 }
        if let before { return before.row }
        return place.after == nil ? 0 : contents.count(slot: slot)
    }
}

extension RestoredMarks {
    fileprivate mutating func note(_ placed: Int?, mark: Int?) {
        self.placed = placed
        self.mark = mark
    }
}
