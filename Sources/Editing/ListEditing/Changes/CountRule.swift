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
