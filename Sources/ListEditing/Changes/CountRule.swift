/// The count rule of one section that is in the list before and after a set: before − deleted +
/// inserted + moved in − moved out = after (<doc:ChangeSetsAndBatchUpdates>).
public struct CountRule: Hashable, Sendable {
    /// The section.
    public var section: SectionID
    /// Its rows before the set.
    public var before: Int
    /// The rows deleted from it.
    public var deleted = 0
    /// The rows inserted into it.
    public var inserted = 0
    /// The rows moved into it from other sections.
    public var movedIn = 0
    /// The rows moved out of it to other sections.
    public var movedOut = 0
    /// Its rows after the set.
    public var after: Int

    /// Creates the rule of a section without deletions, insertions and moves.
    public init(section: SectionID, before: Int, after: Int) {
        self.section = section
        self.before = before
        self.after = after
    }

    /// Checks that the numbers add up.
    ///
    /// - Throws: a `CountError` that names the section and all six numbers.
    /// - Complexity: O(1).
    public func check() throws(CountError) {
        guard before - deleted + inserted + movedIn - movedOut == after else {
            throw CountError(
                message: "section \(section.text): \(before) rows before - \(deleted) deleted"
                    + " + \(inserted) inserted + \(movedIn) moved in - \(movedOut) moved out"
                    + " is not \(after) rows after")
        }
    }
}

// Canonical equivalence: the texts are made here.
/// A change set that does not fit the list: it breaks the count rule, or names a path or id that is
/// not in the list.
public struct CountError: Error, Hashable, Sendable {
    /// The mismatch; for a broken count rule, the section and all six numbers.
    public let message: String

    /// Creates an error.
    public init(message: String) { self.message = message }
}

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
