import EditScripts
import TestSeeds
import Testing

@testable import ListEditing

/// Sizes and costs that are known without visiting every row.
struct CostTests {
    private func recount(_ list: EditableList) -> Int {
        var bytes = 60 + list.title.utf8.count + list.rules.byteCount
        var done = 0
        for index in 0..<list.sectionCount {
            let section = list.contents.section(at: index)
            var rows = 0
            let before = done
            var undeletable = 0
            list.forEachRow(in: index) { row in
                rows += RowRecord(row).byteCount
                if row.rules.editable == false || row.rules.deletable == false { undeletable += 1 }
                if row.fields["done"]?.json == "true" { done += 1 }
            }
            #expect(section.rowBytes == rows)
            #expect(section.undeletable == undeletable)
            #expect(section.done == done - before)
            bytes += rows + section.byteCount
        }
        #expect(list.contents.doneCount == done)
        #expect(list.doneCount == list.state().doneCount)
        return bytes
    }

    @Test(arguments: TestSeeds.range(12 as UInt64))
    func byteCount_isKeptByEveryChangeAndRollBack(seed: UInt64) throws {
        var edits = RandomEdits(seed: seed)
        var list = try edits.list(sections: 3, rows: 20)
        var replayed = list
        #expect(list.byteCount == recount(list))
        var inverses: [(inverse: Inverse, of: Int)] = []
        for _ in 0..<60 {
            let edit = edits.edit(list.state())
            var client = edits.random.chance(50) ? "ana" : "bob"
            var applied = try? list.apply(edit, context(client))
            #expect(list.byteCount == recount(list), "seed \(seed) \(edit)")
            if edits.random.chance(15), let last = applied {
                list.revert(last)
                #expect(list.byteCount == recount(list), "seed \(seed) \(edit)")
                continue
            }
            if applied?.changes.isEmpty != false, let last = inverses.popLast() {
                client = "ana"
                applied = try? list.applyInverse(last.inverse, of: last.of, context(client)).applied
                #expect(list.byteCount == recount(list), "seed \(seed)")
            }
            guard let applied, !applied.changes.isEmpty else { continue }
            inverses.append((applied.inverse, list.revision))
            try replayed.replay(
                applied.changes, by: RowAuthor(client: ClientID(client)), at: 0,
                marks: applied.marks, sections: applied.sections)
            #expect(replayed.state() == list.state(), "seed \(seed)")
            #expect(replayed.byteCount == recount(replayed), "seed \(seed)")
        }
    }

    private func long(_ rows: Int, sections: Int = 1) throws -> EditableList {
        let states = (0..<sections).map { section in
            SectionState(
                id: SectionID("s\(section)"), title: "",
                rows: (0..<rows / sections).map { Row(id: RowID("r\(section)-\($0)")) })
        }
        return try EditableList.create(
            title: "", rules: Rules(), sections: states, limits: EditLimits())
    }

    private func rows(_ count: Int) -> [RowID] { (0..<count).map { RowID("r0-\($0)") } }

    @Test func smallEdits_costLittle_whateverTheListHas() throws {
        let list = try long(20_000)
        for action in [
            Action.insert("x", .at(0, 9)), .move("r0-5", .at(0, 9)), .delete("r0-1"),
            .title("r0-2", "1"), .move("r0-5", .after("r0-9")),
        ] {
            #expect(list.cost(of: Edit(base: nil, actions: [action])) < 50)
            #expect(list.cost(of: Edit(base: 0, actions: [action])) < 50)
        }
    }

    @Test func whatIsNamed_isCounted() throws {
        let list = try long(30_000)
        func cost(_ actions: Action...) -> Int { list.cost(of: Edit(base: nil, actions: actions)) }
        #expect(cost(.moveRows(rows(28_000), to: .at(0, 0))) > 150_000)
        #expect(cost(.moveRows(rows(28_000), to: .at(0, 0))) < 400_000)
        #expect(cost(.deleteRows(rows(28_000))) > 100_000)
        #expect(cost(.deleteSections([SectionID("s0")])) > 30_000 / 4)
        #expect(cost(.deleteSections([SectionID("nosuch")])) < 100)
        var copy = list
        let deletion = try copy.act(.deleteSections([SectionID("s0")]))
        #expect(copy.cost(of: deletion.inverse) > 100_000)
        let move = try list.apply(.moveRows(rows(2_000), to: .end(SectionID("s0"))))
        #expect(list.cost(of: move.inverse) > 10_000)
    }

    @Test func stalePlaces_costTheSetsSinceTheirBase() throws {
        var list = try long(4_000)
        func cost(_ actions: [Action], _ base: Int) -> Int {
            list.cost(of: Edit(base: base, actions: actions))
        }
        for number in 0..<40 {
            try list.act(.moveRows(rows(500), to: .at(0, number % 2 == 0 ? 3_000 : 0)))
        }
        let one = cost([.insert("x", .at(0, 9))], 0)
        #expect(one > cost([.insert("x", .at(0, 9))], 30))
        #expect(cost([.insert("x", .at(0, 9))], list.revision) < 50)
        #expect(cost([.insert("x", .after("r0-3"))], 0) < 50)
        #expect(cost([.insert("x", .after("gone"))], 0) >= one)
        let many = (0..<100).map { Action.insert("x\($0)", .at(0, $0)) }
        // The list is rolled back to the base.
        #expect(cost(many, 0) > 40_000)
        #expect(cost(many, 30) < cost(many, 0))
        // Nothing can be rebased from there, and nothing is tried.
        list.forgetHistory(through: 20)
        #expect(cost(many, 0) < 5_000)
    }

    @Test func sectionActions_costTheSections() throws {
        func cost(_ sections: Int) throws -> Int {
            try long(1_000, sections: sections).cost(
                of: Edit(
                    base: nil,
                    actions: (0..<100).map { .moveSection(SectionID("s\($0)"), to: .end) }
                ))
        }
        #expect(try cost(1_000) > cost(100))
        #expect(try cost(1_000) < 10_000)
    }
}

extension EditableList {
    /// What one action makes of a copy.
    fileprivate func apply(_ action: Action) throws(Rejection) -> Applied {
        var copy = self
        return try copy.act(action)
    }
}
