import EditScripts
import ListEditing
import TestSeeds
import Testing

/// Edits applied to a sparse list before the server has put them into its order.
struct SparseDraftTests {
    private static let section = SectionID("s0")

    /// A section of 20 rows r0, r1, …, of which r5, r6 and r7 are held; the first and last two are pinned.
    private static func sparse() throws -> SparseList {
        let run = SparseList.Run(
            at: IndexPath(section: 0, row: 5),
            rows: (5..<8).map { HeldRow(Row(id: RowID("r\($0)"))) })
        return try SparseList(
            revision: 3, title: "t", rules: Rules(),
            sections: [
                SparseList.Section(
                    id: section, title: "S", rules: Rules(), count: 20, top: 2, bottom: 2)
            ], runs: [run])
    }

    private static func text(_ list: SparseList) -> String {
        list.runs.map { run in
            "\(run.at.row):" + run.rows.map(\.id.text).joined(separator: " ")
        }.joined(separator: " | ") + " of \(list.counts)"
    }

    private static func drawn(_ actions: Action...) throws -> String {
        var draft = SparseDraft(try sparse())
        try draft.apply(actions, context())
        return text(draft.sparse)
    }

    @Test func indicesCountTheRowsInGaps() throws {
        #expect(try Self.drawn(.move("r6", .index(Self.section, 12))) == "5:r5 r7 | 12:r6 of [20]")
        #expect(try Self.drawn(.move("r6", .index(Self.section, 5))) == "5:r6 r5 r7 of [20]")
        #expect(try Self.drawn(.insert("n", .index(Self.section, 3))) == "3:n | 6:r5 r6 r7 of [21]")
        #expect(
            try Self.drawn(.insert("n", .index(Self.section, 15)), .delete("r5"))
                == "5:r6 r7 | 14:n of [20]")
    }

    @Test func pinnedRowsInGaps_boundThePlaces() throws {
        #expect(try Self.drawn(.insert("n", .start(Self.section))) == "2:n | 6:r5 r6 r7 of [21]")
        #expect(try Self.drawn(.move("r6", .end(Self.section))) == "5:r5 r7 | 17:r6 of [20]")
        #expect(try Self.drawn(.move("r6", .index(Self.section, 0))) == "2:r6 | 6:r5 r7 of [20]")
    }

    @Test func rowsThatAreNotHeld_areSkipped_orLeaveTheEditOut() throws {
        #expect(try Self.drawn(.delete("r6", "r15")) == "5:r5 r7 of [19]")
        #expect(throws: Rejection.self) { try Self.drawn(.move("r15", .start(Self.section))) }
    }

    @Test func pinnedCounts_followTheEdits() throws {
        var draft = SparseDraft(try Self.sparse())
        try draft.apply([.pin("r6", .set(.top))], context())
        #expect(Self.text(draft.sparse) == "2:r6 | 6:r5 r7 of [20]")
        #expect(draft.sparse.section(at: 0).top == 3)
    }

    /// Where all rows are held, an edit does what it does to a whole list.
    @Test(arguments: TestSeeds.range(20))
    func randomEdits_withoutGaps_giveWhatTheWholeListGives(seed: UInt64) throws {
        var edits = RandomEdits(seed: seed, withRules: seed % 2 == 0)
        var whole = try edits.list(sections: edits.random.below(4), rows: 14)
        for _ in 0..<12 {
            let state = whole.state()
            let edit = edits.edit(state)
            var draft = SparseDraft(try Self.sparse(state))
            // Applied one by one: an action sees what the earlier ones of its edit have done.
            let before = whole
            var isRefused = false
            for action in edit.actions where !isRefused {
                do { _ = try whole.apply(Edit(base: nil, actions: [action]), context()) } catch {
                    isRefused = true
                }
            }
            if isRefused { whole = before }
            do {
                try draft.apply(edit.actions, context())
                #expect(!isRefused, "seed \(seed)")
            } catch {
                #expect(isRefused, "seed \(seed)")
            }
            let drawn = draft.sparse.runs.map { $0.rows.map(\.id.text) }
            let wanted = whole.state().sections.map { $0.rows.map(\.id.text) }
            #expect(drawn == wanted.filter { !$0.isEmpty }, "seed \(seed): \(edit)")
            #expect(draft.sparse.counts == whole.counts)
        }
    }

    /// A list of which every row is held.
    private static func sparse(_ state: ListState) throws -> SparseList {
        try SparseList(
            revision: state.revision, title: state.title, rules: state.rules,
            sections: state.sections.map { section in
                SparseList.Section(
                    id: section.id, title: section.title, rules: section.rules,
                    count: section.rows.count,
                    top: section.rows.count { $0.rules.pinned == .top },
                    bottom: section.rows.count { $0.rules.pinned == .bottom })
            },
            runs: state.sections.enumerated().map { index, section in
                SparseList.Run(
                    at: IndexPath(section: index, row: 0), rows: section.rows.map { HeldRow($0) })
            })
    }
}
