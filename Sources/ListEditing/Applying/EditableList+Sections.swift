/// The actions on sections.
extension EditableList {
    mutating func insertSection(
        _ id: SectionID, _ title: String, _ rules: Rules, to target: SectionTarget,
        _ transaction: inout Transaction
    ) throws(Rejection) {
        if contents.slot(of: id) != nil || transaction.goneSections[id] != nil {
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

    mutating func updateSection(
        _ id: SectionID, _ title: String?, _ rules: Rules?, _ transaction: inout Transaction
    ) throws(Rejection) {
        let slot = try known(id, transaction)
        try check(title: title ?? "", rules, of: "section \(id.text)", transaction)
        let section = contents[slot: slot]
        let title = title ?? section.title
        let rules = rules ?? section.rules
        if !title.isSame(as: section.title) || rules != section.rules {
            change(slot: slot, &transaction) {
                $0.title = title
                $0.rules = rules
            }
        }
    }

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
            transaction.goneSections[id] = order
            removeSection(slot: slot, &transaction)
        }
    }

    mutating func moveSection(
        _ id: SectionID, to target: SectionTarget, _ transaction: inout Transaction
    ) throws(Rejection) {
        let slot = try known(id, transaction)
        let (index, isClamped) = try place(target, moving: id, &transaction)
        if index != contents.index(ofSlot: slot) {
            transaction.log.append(contents.moveSection(slot: slot, to: index))
        }
        report(isClamped, id, target, index, &transaction)
    }

    /// The slot of a section, or `unknownSection`.
    func known(_ id: SectionID, _ transaction: Transaction) throws(Rejection) -> Int {
        guard let slot = contents.slot(of: id) else {
            throw transaction.reject(.unknownSection, "section \(id.text) is not in the list")
        }
        return slot
    }

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
