import ListEditing

/// The naive model: arrays of arrays, written from editing.md and protocol.md without a look at the
/// core.
///
/// It keeps a snapshot of every revision, and what every set moved or deleted.
struct PlainList {
    struct Section: Equatable {
        var id: SectionID
        var title: String
        var rules: Rules
        var rows: [Row]
    }

    struct Refused: Error {
        var code: RejectCode
    }

    var title = ""
    var rules = Rules()
    var sections: [Section] = []
    /// `past[n]`: sections, title and rules at revision n.
    var past: [[Section]] = []
    var pastRules: [Rules] = []
    /// `restless[n]`: rows and sections that set n moved, inserted or took away.
    var restless: [Set<String>] = []
    /// What the edit under way deleted.
    var gone: Set<String> = []
    /// Where rows deleted by the edit stood: the rows behind them, themselves excluded.
    var graves: [RowID: (section: SectionID, before: RowID?, behind: [RowID])] = [:]
    var sectionGraves: [SectionID: [SectionID]] = [:]
    /// Reported clamps of the edit under way.
    var clamps: [(path: IndexPath?, section: Int?, why: ClampReason)] = []

    init(_ state: ListState) {
        title = state.title
        rules = state.rules
        sections = state.sections.map {
            Section(id: $0.id, title: $0.title, rules: $0.rules, rows: $0.rows)
        }
        past = [sections]
        pastRules = [rules]
        restless = [[]]
    }

    func find(_ row: RowID) -> (Int, Int)? {
        for (s, section) in sections.enumerated() {
            if let r = section.rows.firstIndex(where: { $0.id == row }) { return (s, r) }
        }
        return nil
    }

    func sectionIndex(_ id: SectionID) -> Int? { sections.firstIndex { $0.id == id } }

    /// Applies an edit whole or not at all; `moved` is what the core's set lists.
    mutating func apply(_ edit: Edit) throws(Refused) {
        let before = self
        gone = []
        graves = [:]
        sectionGraves = [:]
        clamps = []
        let revision = past.count - 1
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

    /// Makes the edit's result the next revision.
    mutating func commit(restless ids: Set<String>) {
        past.append(sections)
        pastRules.append(rules)
        restless.append(ids)
    }

    /// The list at `base` with these actions applied as far as they could be there.
    func atBase(_ base: Int, _ earlier: [Action]) -> PlainList {
        var list = self
        list.sections = past[base]
        list.rules = pastRules[base]
        list.past = [past[base]]
        list.pastRules = [rules]
        list.restless = [[]]
        list.gone = []
        list.graves = [:]
        list.sectionGraves = [:]
        for action in earlier {
            let before = list
            do { try list.perform(action, earlier: [], 0) } catch { list = before }
        }
        return list
    }

    func restless(since base: Int) -> Set<String> {
        restless[(base + 1)...].reduce(into: []) { $0.formUnion($1) }
    }
}
