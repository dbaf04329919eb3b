extension EditableList {
    /// Checks the count rule of each section whose rows the set changes, and that of the sections.
    ///
    /// - Returns: The rules of those sections.
    /// - Throws: a `CountError` if one does not hold.
    @discardableResult
    func checkCounts(
        _ changes: ChangeSet, _ sections: SectionOrders, _ transaction: Transaction
    ) throws(CountError) -> [SectionID: CountRule] {
        var rules: [SectionID: CountRule] = [:]
        for (id, before) in transaction.countsBefore.entries {
            guard sections.indexBefore(id, contents) != nil, let slot = contents.slot(of: id) else {
                continue
            }
            rules[id] = CountRule(section: id, before: before, after: contents.count(slot: slot))
        }
        for entry in changes.deletedRows {
            rules[sections.idBefore(entry.at.section, contents)]?.deleted += 1
        }
        for entry in changes.insertedRows {
            rules[contents.section(at: entry.at.section).id]?.inserted += 1
        }
        for entry in changes.movedRows {
            let from = sections.idBefore(entry.from.section, contents)
            let to = contents.section(at: entry.to.section).id
            if from != to {
                rules[from]?.movedOut += 1
                rules[to]?.movedIn += 1
            }
        }
        for rule in rules.values { try rule.check() }
        if let before = transaction.sectionsBefore {
            let left = before.count - changes.deletedSections.count
            if left + changes.insertedSections.count != contents.order.count {
                throw CountError(
                    message: "\(before.count) sections before - \(changes.deletedSections.count)"
                        + " deleted + \(changes.insertedSections.count) inserted is not"
                        + " \(contents.order.count) sections after")
            }
        }
        return rules
    }
}
