import TextBytes

/// The actions on sections: `insertSection`, `updateSection`, `deleteSections`, `moveSection`.
extension EditableList {
    /// Inserts an empty section.
    ///
    /// - Throws: `duplicateID`, `tooLarge`, and what `place` throws.
    mutating func insertSection(
        _ id: SectionID, _ title: String, _ rules: Rules, to target: SectionTarget,
        _ transaction: inout Transaction
    ) throws(Rejection) {
        if contents.slot(of: id) != nil || transaction.deletedSections[id] != nil {
            throw transaction.reject(
                .duplicateID, "section \(id.text) is in use or was just deleted")
        }
        try check(title: title, rules, of: "section \(id.text)", transaction)
        let most = transaction.limits.sections
        if contents.order.count >= most {
            throw transaction.reject(.tooLarge, "the list holds at most \(most) sections")
        }
        let (index, isClamped) = try place(target, moving: nil, &transaction)
        let record = SectionRecord(id: id, title: title, rules: rules)
        transaction.log.append(contents.insert(record, at: index))
        report(isClamped, id, target, index, &transaction)
    }

    /// Sets a section's title, its rules, or both.
    ///
    /// - Throws: `unknownSection`, `tooLarge`.
    mutating func updateSection(
        _ id: SectionID, _ title: String?, _ rules: Rules?, _ transaction: inout Transaction
    ) throws(Rejection) {
        let slot = try existingSlot(id, transaction)
        try check(title: title ?? "", rules, of: "section \(id.text)", transaction)
        let section = contents[slot: slot]
        let title = title ?? section.title
        let rules = rules ?? section.rules
        if !title.isSame(as: section.title) || rules != section.rules {
            updateRecord(slot: slot, &transaction) {
                $0.title = title
                $0.rules = rules
            }
        }
    }

    /// Deletes sections with their rows; ids that are not in the list are skipped.
    ///
    /// - Throws: `deleteDisabled`.
    mutating func deleteSections(_ ids: [SectionID], _ transaction: inout Transaction)
        throws(Rejection)
    {
        let slots = ids.compactMap { contents.slot(of: $0) }
        for slot in slots where !contents.isSectionDeletable(slot: slot) {
            let section = contents[slot: slot]
            let isOpen = contents.isDeletable(RowRules(), slot: slot)
            let rows = isOpen ? section.undeletable : contents.count(slot: slot)
            throw transaction.reject(
                .deleteDisabled,
                "section \(section.id.text) cannot be deleted: \(rows) of its rows cannot be")
        }
        let order = slots.isEmpty ? [] : contents.sectionIDs
        for id in ids {
            guard let slot = contents.slot(of: id) else { continue }
            transaction.deletedSections[id] = order
            removeSection(slot: slot, &transaction)
        }
    }

    /// Moves a section.
    ///
    /// - Throws: `unknownSection`, and what `place` throws.
    mutating func moveSection(
        _ id: SectionID, to target: SectionTarget, _ transaction: inout Transaction
    ) throws(Rejection) {
        let slot = try existingSlot(id, transaction)
        let (index, isClamped) = try place(target, moving: id, &transaction)
        if index != contents.index(ofSlot: slot) {
            transaction.log.append(contents.moveSection(slot: slot, to: index))
        }
        report(isClamped, id, target, index, &transaction)
    }

    /// The slot of a section.
    ///
    /// - Throws: `unknownSection` if it is not in the list.
    func existingSlot(_ id: SectionID, _ transaction: Transaction) throws(Rejection) -> Int {
        guard let slot = contents.slot(of: id) else {
            throw transaction.reject(.unknownSection, "section \(id.text) is not in the list")
        }
        return slot
    }

    /// Adds a clamp to the transaction if the index was out of bounds.
    private func report(
        _ isClamped: Bool, _ id: SectionID, _ target: SectionTarget, _ index: Int,
        _ transaction: inout Transaction
    ) {
        guard isClamped else { return }
        transaction.clamps.append(
            Clamp(
                action: transaction.action, subject: .section(id), asked: .section(target),
                to: .section(index), why: .bounds))
    }
}
