import ListEditing
import ListProtocol

extension RandomList {
    mutating func rowTarget() -> RowTarget {
        one(of: [
            .index(section(), below(20) - 5), .before(row()), .after(row()), .start(section()),
            .end(section()), .unspecified,
        ])
    }

    mutating func sectionTarget() -> SectionTarget {
        one(of: [
            .index(below(20) - 5), .before(section()), .after(section()), .start, .end,
            .unspecified,
        ])
    }

    mutating func clamp() -> Clamp {
        let why: ClampReason = one(of: [.scope, .bounds, .pinned])
        if below(3) == 0 {
            return Clamp(
                action: below(9), subject: .section(section()), asked: .section(sectionTarget()),
                to: .section(below(9)), why: why)
        }
        return Clamp(
            action: below(9), subject: flag() ? .row(row()) : .rows(some { $0.row() }),
            asked: .row(rowTarget()), to: .row(path()), why: why)
    }

    mutating func changes() -> ChangeSet {
        var changes = ChangeSet()
        changes.deletedSections = some { SectionDeletion(section: $0.section(), at: $0.below(9)) }
        changes.insertedSections = some {
            SectionInsertion(
                section: $0.section(), at: $0.below(9), title: $0.text(), rules: $0.rules())
        }
        changes.movedSections = some {
            SectionMove(section: $0.section(), from: $0.below(9), to: $0.below(9))
        }
        changes.updatedSections = some {
            SectionUpdate(
                section: $0.section(), at: $0.below(9), title: $0.optional { $0.text() },
                rules: $0.optional { $0.rules() })
        }
        changes.deletedRows = some { RowDeletion(row: $0.row(), at: $0.path()) }
        changes.insertedRows = some {
            RowInsertion(row: $0.row(), at: $0.path(), fields: $0.fields(), rules: $0.rowRules())
        }
        changes.movedRows = some { RowMove(row: $0.row(), from: $0.path(), to: $0.path()) }
        changes.updatedRows = some {
            RowUpdate(
                row: $0.row(), at: $0.path(), fields: $0.fieldChanges(),
                rules: $0.rowRulesChange())
        }
        changes.updatedList = optional {
            ListUpdate(title: $0.optional { $0.text() }, rules: $0.optional { $0.rules() })
        }
        return changes
    }

    mutating func publishedSet() -> PublishedSet {
        PublishedSet(
            revision: below(100_000), at: 1_763_700_000_000 + below(1_000_000),
            client: optional { $0.client() }, intent: optional { $0.below(99) + 1 },
            user: optional { $0.text() }, undoes: optional { $0.below(99) },
            redoes: optional { $0.below(99) }, isFinal: flag(), folds: optional { $0.below(99) },
            changes: changes(), clamps: some { $0.clamp() })
    }

    mutating func rowNeighbours() -> RowNeighbours {
        RowNeighbours(
            section: section(), after: optional { $0.row() }, before: optional { $0.row() })
    }

    mutating func sectionNeighbours() -> SectionNeighbours {
        SectionNeighbours(after: optional { $0.section() }, before: optional { $0.section() })
    }

    mutating func inverse() -> Inverse {
        var steps: [InverseStep] = []
        for _ in 0..<20 { steps.append(inverseStep()) }
        return Inverse(steps: steps)
    }

    private mutating func inverseStep() -> InverseStep {
        switch below(9) {
        case 0: .restoreSection(sectionState(), at: sectionNeighbours())
        case 1: .moveSection(section(), to: sectionNeighbours())
        case 2: .deleteRow(row())
        case 3:
            .updateRow(
                row(), fields: fieldReversals(),
                rules: optional { ValueChange(new: $0.rowRules(), old: $0.rowRules()) })
        case 4: .moveRow(row(), to: rowNeighbours(), placed: marking())
        case 5: .restoreRow(rowState(), at: rowNeighbours(), insertable: flag())
        case 6: .deleteSection(section())
        case 7:
            .updateSection(
                section(), title: optional { ValueChange(new: $0.text(), old: $0.text()) },
                rules: optional { ValueChange(new: $0.rules(), old: $0.rules()) })
        default:
            .updateList(
                title: optional { ValueChange(new: $0.text(), old: $0.text()) },
                rules: optional { ValueChange(new: $0.rules(), old: $0.rules()) })
        }
    }
}
