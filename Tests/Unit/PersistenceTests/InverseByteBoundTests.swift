import EditScripts
import ListEditing
import ListProtocol
import Persistence
import RandomLists
import Testing

@Suite struct InverseByteBoundTests {
    private func bytes(_ changes: ChangeSet, of list: EditableList, user: String?) -> Int {
        PublishedChange.encode(
            revision: list.revision, at: 1_763_700_000_456,
            client: ClientID("5e0c71a9d2f4b21907c3e8aa"), intent: 17, user: user,
            undoes: list.revision - 1, redoes: nil, changes: changes, clamps: []
        ).count
    }

    @Test(arguments: 1...60)
    func undoingAtOnce_takesNoMoreThanTheBound_andAThirdOfItWhereAllIsUndone(seed: UInt64) throws {
        // Rules may leave something of an undo out, so that the set is smaller.
        var edits = RandomEdits(seed: seed, withRules: seed % 2 == 0)
        var list = try edits.list(sections: 3, rows: 12)
        var undone = 0
        for step in 0..<40 {
            guard let applied = try? list.apply(edits.edit(list.state(), most: 6), context()),
                !applied.changes.isEmpty
            else { continue }
            var undoing = list
            let inverse = applied.inverse
            guard
                let undo = try? undoing.applyInverse(inverse, of: list.revision, context()).applied,
                !undo.changes.isEmpty
            else { continue }
            undone += 1
            let user = step % 2 == 0 ? nil : "an\"a"
            let taken = bytes(undo.changes, of: undoing, user: user)
            let bound = applied.inverse.setByteBound(user: user)
            #expect(taken <= bound, "seed \(seed): \(applied.inverse)")
            #expect(edits.withRules || bound <= 3 * taken, "seed \(seed): \(taken) of \(bound)")
            let redo = try? undoing.applyInverse(undo.inverse, of: undoing.revision, context())
                .applied
            guard let redo else { continue }
            #expect(
                redo.changes.isEmpty
                    || bytes(redo.changes, of: undoing, user: user)
                        <= undo.inverse.setByteBound(user: user),
                "seed \(seed)")
        }
        #expect(undone > 5)
    }

    /// The forms of every step with the longest indices that a list may have.
    @Test(arguments: 1...40)
    func setsWithLongIndices_keepWithinTheBound(seed: UInt64) {
        var random = RandomList(seed: seed)
        let inverse = random.inverse()
        var changes = ChangeSet()
        let path = IndexPath(section: 99_999, row: 9_999_999)
        for step in inverse.steps {
            switch step {
            case .restoreSection(let state, _):
                changes.insertedSections.append(
                    SectionInsertion(
                        section: state.id, at: 99_999, title: state.title, rules: state.rules))
                for row in state.rows {
                    changes.insertedRows.append(
                        RowInsertion(row: row.id, at: path, fields: row.fields, rules: row.rules))
                }
            case .moveSection(let id, _, _):
                changes.movedSections.append(SectionMove(section: id, from: 99_999, to: 99_998))
            case .deleteRow(let id, _): changes.deletedRows.append(RowDeletion(row: id, at: path))
            case .updateRow(let id, let fields, let rules):
                changes.updatedRows.append(
                    RowUpdate(
                        row: id, at: path,
                        fields: fields.map { FieldChange(name: $0.name, value: $0.value) },
                        rules: rules.map(Self.change) ?? RowRulesChange()))
            case .moveRow(let id, _, _):
                changes.movedRows.append(RowMove(row: id, from: path, to: path))
            case .restoreRow(let row, _, _):
                changes.insertedRows.append(
                    RowInsertion(row: row.id, at: path, fields: row.fields, rules: row.rules))
            case .deleteSection(let id, _):
                changes.deletedSections.append(SectionDeletion(section: id, at: 99_999))
            case .updateSection(let id, let title, let rules):
                changes.updatedSections.append(
                    SectionUpdate(section: id, at: 99_999, title: title?.old, rules: rules?.old))
            case .updateList(let title, let rules):
                changes.updatedList = ListUpdate(title: title?.old, rules: rules?.old)
            }
        }
        let most = (1 << 53) - 1
        let set = PublishedChange.encode(
            revision: most, at: most, client: ClientID("5e0c71a9d2f4b21907c3e8aa"), intent: most,
            user: "é\u{1}", undoes: most, redoes: nil, isFinal: true, changes: changes, clamps: [])
        #expect(set.count <= inverse.setByteBound(user: "é\u{1}"), "seed \(seed)")
    }

    private static func change(_ rules: ValueChange<RowRules>) -> RowRulesChange {
        var change = RowRulesChange()
        if rules.new.editable != rules.old.editable {
            change.editable = rules.old.editable.map { .set($0) } ?? .clear
        }
        if rules.new.deletable != rules.old.deletable {
            change.deletable = rules.old.deletable.map { .set($0) } ?? .clear
        }
        if rules.new.movable != rules.old.movable {
            change.movable = rules.old.movable.map { .set($0) } ?? .clear
        }
        if rules.new.pinned != rules.old.pinned {
            change.pinned = rules.old.pinned.map { .set($0) } ?? .clear
        }
        return change
    }
}
