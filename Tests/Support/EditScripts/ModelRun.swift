import HistoryChecking
package import ListEditing

/// Applies random edits to the editing core and to the model: both must give the same result.
package struct ModelRun {
    private var edits: RandomEdits
    private var list: EditableList
    private var model: ModelList
    /// The state of a client that receives only the change sets.
    private var follower: ModelState
    /// The number of edits that changed the list.
    package private(set) var applied = 0

    /// The most revisions that the base of an edit is behind.
    private let lag: Int

    package init(_ edits: RandomEdits, rows: Int = 14, lag: Int = 4) throws(Rejection) {
        self.edits = edits
        self.lag = lag
        list = try self.edits.list(
            sections: self.edits.random.below(5), rows: self.edits.random.below(rows))
        model = ModelList(list.state())
        follower = model.state
    }

    /// Applies up to `count` edits, fewer where the choices are used up.
    ///
    /// - Returns: The first difference between core and model; nil: there is none.
    package mutating func differs(within count: Int) -> String? {
        for _ in 0..<count where !edits.random.isSpent {
            let state = list.state()
            let base = list.revision - edits.random.below(min(lag + 1, list.revision + 1))
            let edit = edits.edit(state, base: base, most: 5)
            if let difference = difference(of: edit, on: state) {
                return """
                    \(difference): base \(base) of \(state.revision), \(edit)
                    before: \(state.text)
                    core:   \(list.state().text)
                    model:  \(model.state.order)
                    """
            }
        }
        return nil
    }

    private mutating func difference(of edit: Edit, on state: ListState) -> String? {
        let before = (list: list, model: model)
        var refusal: RejectCode?
        do { try model.apply(edit) } catch { refusal = error.code }
        do {
            let outcome = try list.apply(edit, context())
            guard refusal == nil else { return "the model refuses with \(refusal, default: "")" }
            if let difference = difference(of: outcome, from: before, state) { return difference }
        } catch {
            guard error.code == refusal else {
                return "the core refuses with \(error.code), the model with "
                    + "\(refusal, default: "nothing")"
            }
            guard list.state() == state else { return "a refused edit changed the list" }
        }
        return isSame ? nil : "the lists differ"
    }

    private mutating func difference(
        of outcome: Applied, from before: (list: EditableList, model: ModelList),
        _ state: ListState
    ) -> String? {
        guard outcome.clamps.map(Self.words) == model.clamps.map(Self.words) else {
            return "the clamps differ: \(outcome.clamps) and \(model.clamps)"
        }
        guard !outcome.changes.isEmpty else {
            model.sections = before.model.sections
            return list.state() == state ? nil : "an empty set changed the list"
        }
        applied += 1
        model.commit(displaced: displaced(outcome.changes, state))
        let follows: Void? = try? follower.apply(outcome.changes)
        guard follows != nil, follower == model.state else { return "the set says otherwise" }
        var replayed = before.list
        let replays: Void? = try? replayed.replay(
            outcome.changes, by: context().author, at: context().at, marks: outcome.marks,
            sections: outcome.sections, counts: list.counts)
        guard replays != nil, replayed.state() == list.state(),
            replayed.storedMarks == list.storedMarks
        else {
            return "replaying the set gives another list"
        }
        var reverted = list
        reverted.revert(outcome)
        guard reverted.state() == state, reverted.storedMarks == before.list.storedMarks else {
            return "reverting gives another list"
        }
        _ = try? replayed.applyInverse(outcome.inverse, of: list.revision, context())
        return Self.holds(replayed.state()) ? nil : "undoing breaks the list"
    }

    /// Whether row ids are unique and pinned rows are in their bands.
    private static func holds(_ state: ListState) -> Bool {
        let ids = state.sections.flatMap { $0.rows.map(\.id) }
        let bands = state.sections.map { section in
            section.rows.map { $0.rules.pinned == .top ? 0 : $0.rules.pinned == nil ? 1 : 2 }
        }
        return Set(ids).count == ids.count && bands.allSatisfy { $0 == $0.sorted() }
    }

    private static func words(_ clamp: Clamp) -> String { "\(clamp.to) \(clamp.why)" }

    private static func words(_ clamp: ModelList.Clamped) -> String {
        let to = clamp.path.map { Clamp.Resolved.row($0) } ?? .section(clamp.section ?? -1)
        return "\(to) \(clamp.why)"
    }

    private var isSame: Bool {
        let state = list.state()
        let sections = state.shown.sections.map {
            ModelSection(id: $0.id, title: $0.title, rules: $0.rules, rows: $0.rows)
        }
        return sections == model.sections && state.title == model.title
            && state.rules == model.rules
    }

    private func displaced(_ changes: ChangeSet, _ before: ListState) -> Set<String> {
        var ids = Set(changes.movedRows.map(\.row.text))
        ids.formUnion(changes.deletedRows.map(\.row.text))
        ids.formUnion(changes.insertedRows.map(\.row.text))
        for gone in changes.deletedSections {
            ids.formUnion(before.sections[gone.at].rows.map(\.id.text))
        }
        ids.formUnion(changes.deletedSections.map { "#\($0.section.text)" })
        ids.formUnion(changes.insertedSections.map { "#\($0.section.text)" })
        ids.formUnion(changes.movedSections.map { "#\($0.section.text)" })
        return ids
    }
}
