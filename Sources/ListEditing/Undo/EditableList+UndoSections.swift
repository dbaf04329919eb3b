/// The steps of undo that place sections.
extension EditableList {
    mutating func restore(
        _ state: SectionState, at place: SectionNeighbours, _ transaction: inout Transaction
    ) -> Bool {
        guard contents.slot(of: state.id) == nil,
            contents.order.count < transaction.limits.sections
        else { return false }
        let index = index(of: place, moving: nil)
        let record = SectionRecord(id: state.id, title: state.title, rules: state.rules)
        transaction.log.append(contents.insert(record, at: index))
        transaction.sectionsBroughtBack.insert(state.id)
        guard let slot = contents.slot(of: state.id) else { return false }
        for row in state.rows where !contents.contains(row.id) && hasRoom(transaction) {
            bringBack(row, slot: slot, row: contents.count(slot: slot), &transaction)
        }
        return true
    }

    mutating func moveBack(
        _ id: SectionID, to place: SectionNeighbours, _ transaction: inout Transaction
    ) -> Bool {
        guard let slot = contents.slot(of: id) else { return false }
        let index = index(of: place, moving: id)
        if index != contents.index(ofSlot: slot) {
            transaction.log.append(contents.moveSection(slot: slot, to: index))
        }
        return true
    }

    private func index(of place: SectionNeighbours, moving: SectionID?) -> Int {
        let order = contents.sectionIDs.filter { $0 != moving }
        if let after = place.after, let index = order.firstIndex(of: after) { return index + 1 }
        if let before = place.before, let index = order.firstIndex(of: before) { return index }
        return place.after == nil ? 0 : order.count
    }
}
