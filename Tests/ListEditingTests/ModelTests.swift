import HistoryChecking
import ListEditing
import Testing

/// Random edits on the core and on the plain model.
struct ModelTests {
    @Test(arguments: Seeds.range(300))
    func randomEdits_giveWhatThePlainModelGives(seed: UInt64) throws {
        var edits = RandomEdits(seed: seed, withRules: seed % 3 != 0)
        var list = try edits.list(sections: edits.random.below(5), rows: edits.random.below(14))
        var model = PlainList(list.state())
        var follower = model.state
        for _ in 0..<30 {
            let state = list.state()
            let base = list.revision - edits.random.below(min(5, list.revision + 1))
            let edit = edits.edit(state, base: base, most: 5)
            let before = model
            var code: RejectCode?
            do { try model.apply(edit) } catch { code = error.code }
            do {
                let applied = try list.apply(edit, context())
                #expect(code == nil, "seed \(seed) base \(base) of \(state.revision) \(edit)")
                if applied.changes.isEmpty {
                    #expect(list.state() == state)
                    model.sections = before.sections
                } else {
                    model.commit(restless: restless(applied.changes, state))
                    let fits: Void? = try? follower.apply(applied.changes)
                    #expect(fits != nil && follower == model.state, "seed \(seed) \(edit)")
                }
                let clamps = applied.clamps.map { "\($0.to) \($0.why)" }
                #expect(
                    clamps
                        == model.clamps.map { clamp in
                            let to =
                                clamp.path.map { Clamp.Landed.row($0) }
                                ?? .section(clamp.section ?? -1)
                            return "\(to) \(clamp.why)"
                        }, "seed \(seed) \(edit)")
            } catch let rejection {
                #expect(rejection.code == code, "seed \(seed) \(rejection) \(edit)")
                #expect(list.state() == state)
            }
            let same = same(list.state(), model)
            #expect(
                same,
                "seed \(seed) base \(base) of \(state.revision) \(state.text) \(edit)\n\(list.state().text)\n\(model.sections.map { $0.rows.map(\.id.text).joined(separator: " ") }.joined(separator: " | "))"
            )
            if !same || code != nil && list.state() != state { return }
        }
    }

    private func restless(_ changes: ChangeSet, _ before: ListState) -> Set<String> {
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

    private func same(_ state: ListState, _ model: PlainList) -> Bool {
        let sections = state.shown.sections.map {
            PlainSection(id: $0.id, title: $0.title, rules: $0.rules, rows: $0.rows)
        }
        return sections == model.sections && state.title == model.title
            && state.rules == model.rules
    }
}
