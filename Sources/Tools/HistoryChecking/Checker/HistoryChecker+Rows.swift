import ListEditing
import ListProtocol

/// Property 8: the rows of a list.
extension HistoryChecker {
    /// Property 8: rows come and go by insertions, deletions, undo and restoring alone.
    func rowsAreKept() -> Judgement {
        var judgement = Judgement()
        for timeline in timelines {
            judgement.violations += timeline.unappliable
            var deleted = Set<RowID>()
            for revision in timeline.sets.keys.sorted() {
                guard let seen = timeline.sets[revision],
                    let before = timeline.state(at: revision - 1),
                    let after = timeline.state(at: revision)
                else { continue }
                judgement.tried += 1
                for text in faults(in: seen.set, before, after, deleted) {
                    judgement.violations.append(timeline.violation(text, revision, [seen.frame]))
                }
                let texts = [
                    faultOfUndo(seen.set, timeline), faultOfRestoring(seen.set, after, timeline),
                ]
                for text in texts.compactMap(\.self) {
                    judgement.violations.append(timeline.violation(text, revision, [seen.frame]))
                }
                deleted.formUnion(Set(before.rows.map(\.id)).subtracting(after.rows.map(\.id)))
            }
        }
        return judgement
    }

    private func faults(
        in set: PublishedChange, _ before: ModelState, _ after: ModelState, _ deleted: Set<RowID>
    ) -> [String] {
        var faults: [String] = []
        let old = Set(before.rows.map(\.id))
        let new = Set(after.rows.map(\.id))
        var mayGo = Set(set.changes.deletedRows.map(\.row))
        for section in set.changes.deletedSections {
            mayGo.formUnion(before.sections[section.at].rows.map(\.id))
        }
        func names(_ rows: Set<RowID>) -> String {
            rows.map(\.text).sorted().joined(separator: " ")
        }
        let lost = old.subtracting(new).subtracting(mayGo)
        if !lost.isEmpty { faults.append("loses \(names(lost))") }
        let made = new.subtracting(old).subtracting(set.changes.insertedRows.map(\.row))
        if !made.isEmpty { faults.append("makes \(names(made))") }
        if after.rows.count != new.count { faults.append("has a row twice") }
        let back = new.subtracting(old).intersection(deleted)
        if !back.isEmpty, set.undoes == nil, set.redoes == nil, set.restores == nil {
            faults.append("brings \(names(back)) back without undo")
        }
        return faults
    }

    /// An undo must undo an earlier set of its own client that is not an undo itself.
    private func faultOfUndo(_ set: PublishedChange, _ timeline: Timeline) -> String? {
        guard let undone = set.undoes, let other = timeline.sets[undone]?.set else { return nil }
        if undone >= set.revision || other.client != set.client {
            return "undoes revision \(undone), which is not an earlier one of its client"
        }
        if other.undoes != nil { return "undoes revision \(undone), which is an undo itself" }
        return nil
    }

    /// A restored list must be as it was, but for who changed its rows.
    private func faultOfRestoring(
        _ set: PublishedChange, _ after: ModelState, _ timeline: Timeline
    ) -> String? {
        guard let restored = set.restores, let then = timeline.state(at: restored),
            let difference = after.withoutAuthors.difference(from: then.withoutAuthors)
        else { return nil }
        return "restores revision \(restored), but for \(difference)"
    }
}
