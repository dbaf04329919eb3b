/// The part of undo that brings sections back, moves them back and deletes them.
extension EditableList {
    /// A section that comes or goes back.
    private struct ReturningSection {
        let id: SectionID
        let place: SectionNeighbours
        /// The section as it was deleted; nil: it is in the list and goes back.
        let deleted: SectionState?
        let placed: Int?
        var mark: Int32?
        /// The place of its mark among those of sections, and the sections before it there.
        var ordinal = 0
        var rank = 0
    }

    /// Brings sections back with their rows, and moves sections back.
    mutating func restoreSections(
        _ steps: [InverseStep], _ undo: inout UndoState, _ transaction: inout Transaction
    ) {
        let returning = steps.compactMap { returningSection($0, undo) }
        let leaving = returning.filter { $0.deleted == nil && $0.mark != nil }
            .compactMap { contents.index(of: $0.id) }.sorted()
        // At the end for now, so that those that stay are in their order.
        for section in returning where section.deleted == nil && section.mark != nil {
            if let slot = contents.slot(of: section.id) {
                transaction.log.append(
                    contents.moveSection(slot: slot, to: contents.order.count - 1))
            }
        }
        let marked = returning.filter { $0.mark != nil }.sorted { $0.ordinal < $1.ordinal }
        for (taken, section) in marked.enumerated() {
            let index = section.rank - leaving.countBelow(section.rank) + taken
            restore(section, at: min(index, contents.order.count), &undo, &transaction)
        }
        for section in returning where section.mark == nil {
            let index = index(of: section.place, moving: section.id)
            restore(section, at: index, &undo, &transaction)
        }
    }

    private func returningSection(_ step: InverseStep, _ undo: UndoState) -> ReturningSection? {
        switch step {
        case .restoreSection(let state, let place):
            guard contents.slot(of: state.id) == nil else { return nil }
            return marked(
                ReturningSection(id: state.id, place: place, deleted: state, placed: state.placed),
                undo)
        case .moveSection(let id, let place, let placed):
            guard let slot = contents.slot(of: id),
                placed == nil || contents[slot: slot].placed == placed?.new
            else { return nil }
            let section = marked(
                ReturningSection(id: id, place: place, deleted: nil, placed: placed?.old), undo)
            return isInPlace(section, at: contents.index(ofSlot: slot), undo) ? nil : section
        default: return nil
        }
    }

    private func marked(_ section: ReturningSection, _ undo: UndoState) -> ReturningSection {
        guard let marks = contents.marks, let mark = marks.mark(of: section.id, made: undo.made)
        else { return section }
        var section = section
        section.mark = mark
        section.ordinal = marks.trees.ordinal(of: mark)
        section.rank = marks.trees.rank(of: mark)
        return section
    }

    /// Whether a section stands at its mark already: no section is between them, and no mark of others.
    private func isInPlace(_ section: ReturningSection, at index: Int, _ undo: UndoState) -> Bool {
        guard let mark = section.mark, let marks = contents.marks,
            section.rank == index || section.rank == index + 1
        else { return false }
        return !marks.isCrossed(from: index, .sections, to: mark, made: undo.made)
    }

    private mutating func restore(
        _ section: ReturningSection, at index: Int, _ undo: inout UndoState,
        _ transaction: inout Transaction
    ) {
        transaction.restoredSections[section.id] = RestoredSection(
            section: section.id, placed: section.placed,
            mark: section.mark == nil ? nil : undo.made)
        guard let state = section.deleted else {
            if let mark = section.mark { transaction.returningSections[section.id] = mark }
            guard let slot = contents.slot(of: section.id),
                index != contents.index(ofSlot: slot)
            else { return }
            transaction.log.append(contents.moveSection(slot: slot, to: index))
            return
        }
        let record = SectionRecord(
            id: state.id, title: state.title, rules: state.rules, placed: state.placed)
        transaction.log.append(contents.insert(record, at: index))
        guard let slot = contents.slot(of: state.id) else { return }
        var isWhole = true
        for row in state.rows {
            guard !contents.contains(row.id) else {
                isWhole = false
                continue
            }
            transaction.restored[row.id] = RestoredMarks(
                row: row.id, placed: row.authorship.placed,
                fields: row.authorship.allMarks(of: row.fields))
            insertRecord(
                RowRecord(row), slot: slot, row: contents.count(slot: slot), &transaction)
        }
        undo.noteBack(state.id, isWhole: isWhole)
    }

    /// Deletes the sections that the set inserted and that hold no row; one that holds a row of the set
    /// that had to stay waits with it.
    mutating func deleteSections(
        _ steps: [InverseStep], _ undo: inout UndoState, _ transaction: inout Transaction
    ) {
        var waiting: [Int: Rejection] = [:]
        for case (_, .deleteRow(let row, _), let why) in undo.leftOut {
            guard let slot = contents.rank(row)?.slot, waiting[slot] == nil else { continue }
            waiting[slot] = why
        }
        for (number, step) in steps.enumerated() {
            guard case .deleteSection(let id, _) = step, let slot = contents.slot(of: id) else {
                continue
            }
            if contents.count(slot: slot) == 0 {
                removeSection(slot: slot, &transaction)
            } else if let why = waiting[slot] {
                undo.leaveOut(step, number, why)
            }
        }
    }

    /// The index, counted without the moving section, of a place given by neighbours.
    private func index(of place: SectionNeighbours, moving: SectionID?) -> Int {
        let order = contents.sectionIDs.filter { $0 != moving }
        if let after = place.after, let index = order.firstIndex(of: after) { return index + 1 }
        if let before = place.before, let index = order.firstIndex(of: before) { return index }
        return place.after == nil ? 0 : order.count
    }
}
