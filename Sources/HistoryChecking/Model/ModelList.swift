package import ListEditing

/// The rules of editing.md and protocol.md as plain arrays: what an edit must make of a list.
///
/// Written without a look at the editing core, so that a mistake of one shows in the other. It keeps
/// every revision, and what every set moved or took away.
package struct PlainList: Sendable {
    /// Why an edit is refused.
    package struct Refused: Error {
        package var code: RejectCode
    }

    /// A place that was clamped: the path of a row or the index of a section, and why.
    package typealias Clamped = (path: IndexPath?, section: Int?, why: ClampReason)

    package var title = ""
    package var rules = Rules()
    package var sections: [PlainSection] = []
    /// The revision that the list stands at.
    package private(set) var revision: Int
    /// The revision of the first state that is known.
    package let origin: Int
    /// `past[n]`: the list at revision `origin + n`.
    private var past: [PlainState]
    /// `restless[n]`: rows and sections (with `#`) that set `origin + n` moved or took away.
    private var restless: [Set<String>] = [[]]
    /// What the edit under way deleted.
    var gone: Set<String> = []
    /// Where rows deleted by the edit stood: the rows behind them, themselves excluded.
    var graves: [RowID: (section: SectionID, before: RowID?, behind: [RowID])] = [:]
    var sectionGraves: [SectionID: [SectionID]] = [:]
    /// Reported clamps of the edit under way.
    package private(set) var clamps: [Clamped] = []

    package init(_ state: PlainState, revision: Int = 0) {
        self.revision = revision
        origin = revision
        past = [state]
        (title, rules, sections) = (state.title, state.rules, state.sections)
    }

    package init(_ state: ListState) { self.init(PlainState(state)) }

    /// The list as it stands.
    package var state: PlainState { PlainState(title: title, rules: rules, sections: sections) }

    /// The list at a revision; nil where that is not known.
    package func state(at revision: Int) -> PlainState? {
        past.indices.contains(revision - origin) ? past[revision - origin] : nil
    }

    /// This list as it was at a revision, so that edits can be tried there.
    package func rewound(to revision: Int) -> PlainList? {
        guard let state = state(at: revision) else { return nil }
        var list = self
        list.revision = revision
        (list.title, list.rules, list.sections) = (state.title, state.rules, state.sections)
        return list
    }

    func find(_ row: RowID) -> (Int, Int)? {
        for (s, section) in sections.enumerated() {
            if let r = section.rows.firstIndex(where: { $0.id == row }) { return (s, r) }
        }
        return nil
    }

    func sectionIndex(_ id: SectionID) -> Int? { sections.firstIndex { $0.id == id } }

    mutating func note(_ clamp: Clamped) { clamps.append(clamp) }

    /// Applies an edit whole or not at all; the revision stays until ``commit(restless:)``.
    package mutating func apply(_ edit: Edit) throws(Refused) {
        let before = self
        gone = []
        graves = [:]
        sectionGraves = [:]
        clamps = []
        let base = edit.base ?? revision
        do {
            for number in edit.actions.indices {
                try perform(edit.actions[number], earlier: Array(edit.actions[..<number]), base)
            }
        } catch {
            self = before
            throw error
        }
    }

    /// Makes what the list is now its next revision.
    package mutating func commit(restless ids: Set<String>) {
        revision += 1
        past.append(state)
        restless.append(ids)
    }

    /// Goes on to a given state.
    mutating func advance(to state: PlainState, restless ids: Set<String>) {
        (title, rules, sections) = (state.title, state.rules, state.sections)
        commit(restless: ids)
    }

    /// The list at `base` with these actions applied as far as they could be there.
    func atBase(_ base: Int, _ earlier: [Action]) -> PlainList {
        guard let state = state(at: base) else { return self }
        var list = PlainList(state)
        for action in earlier {
            let before = list
            do { try list.perform(action, earlier: [], 0) } catch { list = before }
        }
        return list
    }

    func restless(since base: Int) -> Set<String> {
        restless[(base - origin + 1)...(revision - origin)].reduce(into: []) { $0.formUnion($1) }
    }
}
