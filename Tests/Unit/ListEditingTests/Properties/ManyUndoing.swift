import EditScripts

@testable import ListEditing

/// A list that several clients edit and undo, and what must hold of it after each set.
struct ManyUndoing {
    /// An edit that is not undone, or one that is.
    struct Step {
        let client: String
        var inverse: Inverse
        let made: Int
    }

    private(set) var list: EditableList
    /// A list that replays the sets.
    private var follower: EditableList
    /// What does not hold; nil: all does.
    private(set) var problem: String?

    init(_ list: EditableList) {
        self.list = list
        follower = list
    }

    /// Applies an edit; nil: it is refused, or changes nothing.
    mutating func edit(_ edit: Edit, by client: String) -> Step? {
        guard let applied = try? list.apply(edit, context(client)), !applied.changes.isEmpty else {
            return nil
        }
        follow(applied, client)
        return Step(client: client, inverse: applied.inverse, made: list.revision)
    }

    /// Undoes a step.
    ///
    /// - Returns: the step that takes it back, nil where nothing was left; and what is left of the step.
    /// - Throws: the refusal.
    mutating func undo(_ step: Step) throws(Rejection) -> (made: Step?, rest: Step?) {
        var before = list
        before.setCheckpoint()
        let undone = try list.applyInverse(step.inverse, of: step.made, context(step.client))
        // The same after a checkpoint, and rolled back.
        let start = before.state()
        let marks = before.storedMarks
        let again = try before.applyInverse(step.inverse, of: step.made, context(step.client))
        before.releaseMarks(of: step.made)
        before.rollBackToCheckpoint()
        if again != undone || before.state() != start || before.storedMarks != marks {
            problem = problem ?? "rolling an undo back gives another list"
        }
        guard !undone.applied.changes.isEmpty else { return (nil, nil) }
        follow(undone.applied, step.client)
        let made = Step(
            client: step.client, inverse: undone.applied.inverse, made: list.revision)
        let rest = undone.rest.map { Step(client: step.client, inverse: $0, made: step.made) }
        return (made, rest)
    }

    private mutating func follow(_ applied: Applied, _ client: String) {
        let replays: Void? = try? follower.replay(
            applied.changes, by: context(client).author, at: 0, marks: applied.marks,
            sections: applied.sections, counts: list.counts)
        if replays == nil || follower.state() != list.state()
            || follower.storedMarks != list.storedMarks
        {
            problem = problem ?? "replaying \(applied.changes) gives another list"
        }
        let loaded = EditableList(list.state(), marks: list.storedMarks)
        if loaded.storedMarks != list.storedMarks {
            problem = problem ?? "a snapshot does not hold all marks"
        }
    }

    /// Undoes the steps in their order; what is left of one as its section is gone, again later.
    ///
    /// - Returns: what takes them back, in this order; nil: one is refused for good.
    mutating func undo(all steps: [Step]) -> [Step]? {
        var back: [Step] = []
        var waiting = steps
        while !waiting.isEmpty {
            let round = waiting
            let done = back.count
            waiting = []
            for step in round {
                do throws(Rejection) {
                    let (made, rest) = try undo(step)
                    if let made { back.append(made) }
                    if let rest { waiting.append(rest) }
                } catch {
                    guard error.code == .unknownSection else { return nil }
                    waiting.append(step)
                }
            }
            if waiting.count == round.count, back.count == done { return nil }
        }
        return back
    }
}

extension ChangeSet {
    /// What it touches: rows and sections by their ids, the title of the list as an empty text.
    func touched(_ inverse: Inverse) -> Set<String> {
        var ids: Set<String> = []
        for entry in deletedRows { ids.insert(entry.row.text) }
        for entry in insertedRows { ids.insert(entry.row.text) }
        for entry in movedRows { ids.insert(entry.row.text) }
        for entry in updatedRows { ids.insert(entry.row.text) }
        for entry in deletedSections { ids.insert("#" + entry.section.text) }
        for entry in insertedSections { ids.insert("#" + entry.section.text) }
        for entry in movedSections { ids.insert("#" + entry.section.text) }
        for entry in updatedSections { ids.insert("#" + entry.section.text) }
        if updatedList != nil { ids.insert("") }
        for case .restoreSection(let state, _) in inverse.steps {
            for row in state.rows { ids.insert(row.id.text) }
        }
        return ids
    }
}
