import ListEditing
import ListProtocol

/// Property 8.
extension Reading {
    func rowsAreKept() -> Judgement {
        var tried = 0
        var findings: [Finding] = []
        for timeline in timelines {
            findings += timeline.misfits
            var deleted = Set<RowID>()
            for revision in timeline.sets.keys.sorted() {
                guard let seen = timeline.sets[revision],
                    let before = timeline.state(at: revision - 1),
                    let after = timeline.state(at: revision)
                else { continue }
                tried += 1
                for fault in faults(in: seen.set, before, after, deleted) {
                    findings.append(timeline.finding(fault, revision, [seen.frame]))
                }
                if let fault = faultOfUndo(seen.set, timeline) {
                    findings.append(timeline.finding(fault, revision, [seen.frame]))
                }
                deleted.formUnion(Set(before.rows.map(\.id)).subtracting(after.rows.map(\.id)))
            }
        }
        return (tried, findings)
    }

    private func faults(
        in set: PublishedSet, _ before: PlainState, _ after: PlainState, _ deleted: Set<RowID>
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
        if !back.isEmpty, set.undoes == nil, set.redoes == nil {
            faults.append("brings \(names(back)) back without undo")
        }
        return faults
    }

    /// An undo takes back a set of its own client that is no undo itself.
    private func faultOfUndo(_ set: PublishedSet, _ timeline: Timeline) -> String? {
        guard let undone = set.undoes, let other = timeline.sets[undone]?.set else { return nil }
        if undone >= set.revision || other.client != set.client {
            return "undoes revision \(undone), which is not an earlier one of its client"
        }
        if other.undoes != nil { return "undoes revision \(undone), which is an undo itself" }
        return nil
    }
}
