import ListEditing
import ListProtocol

/// Properties 7 and 11: all clients end in the same state, however they came there.
extension HistoryChecker {
    /// Property 7: when all is quiet, every client holds what the server shows.
    func clientsEqualTheServer() -> Judgement {
        var judgement = Judgement()
        var final: [ListKey: ObservedSnapshot] = [:]
        for entry in snapshots where entry.source != .session { final[entry.key] = entry.snapshot }
        judgement.add(serversShowTheSame())
        for held in heldAtQuiet {
            guard let server = final[held.list] else { continue }
            judgement.tried += 1
            if held.revision != server.revision {
                judgement.violations.append(
                    Violation(
                        "client \(held.client) stands at \(held.revision), "
                            + "the server at \(server.revision)",
                        list: held.list.name, revision: server.revision))
            } else if let own = timeline(held.list)?.state(at: held.revision),
                let difference = own.difference(from: server.state)
            {
                judgement.violations.append(
                    Violation(
                        "client \(held.client) and the server differ: \(difference)",
                        list: held.list.name, revision: held.revision))
            }
        }
        for head in heads {
            guard let state = timeline(head.list)?.state(at: head.revision) else { continue }
            judgement.tried += 1
            if state.digest != head.digest {
                judgement.violations.append(
                    Violation(
                        "the digest should be \(state.digest.hexDigits)", list: head.list.name,
                        revision: head.revision, messages: [head.frame.text]))
            }
        }
        return judgement
    }

    /// Whatever servers show of a list at one revision has the same bytes under the same tag.
    private func serversShowTheSame() -> Judgement {
        struct ShownState: Hashable {
            let list: ListKey
            let revision: Int
        }
        var judgement = Judgement()
        var shown: [ShownState: SnapshotRecord] = [:]
        for entry in snapshots where entry.source != .session {
            let place = ShownState(list: entry.key, revision: entry.snapshot.revision)
            guard let first = shown[place] else {
                shown[place] = entry
                continue
            }
            judgement.tried += 1
            guard first.source != entry.source || first.frame != entry.frame else { continue }
            judgement.violations.append(
                Violation(
                    "GET shows other bytes, or another tag, than before", list: entry.key.name,
                    revision: entry.snapshot.revision,
                    messages: [first.frame.text, entry.frame.text]))
        }
        return judgement
    }

    /// Property 11: snapshots, counts and catchups equal the replay of the sets.
    func resumingGivesTheSame() -> Judgement {
        var judgement = Judgement()
        for entry in snapshots {
            guard let state = timeline(entry.key)?.state(at: entry.snapshot.revision) else {
                continue
            }
            judgement.tried += 1
            if let difference = state.difference(from: entry.snapshot.state) {
                judgement.violations.append(
                    Violation(
                        "the sets up to here and the snapshot differ: \(difference)",
                        list: entry.key.name, revision: entry.snapshot.revision,
                        messages: [entry.frame.text]))
            }
        }
        for catchup in catchups {
            judgement.tried += 1
            guard let text = fault(of: catchup) else { continue }
            judgement.violations.append(
                Violation(
                    text, list: catchup.list.name, revision: catchup.revision,
                    messages: [catchup.frame.text]))
        }
        for entry in counts {
            guard let state = timeline(entry.list)?.state(at: entry.revision) else { continue }
            judgement.tried += 1
            if state.counts != entry.counts {
                judgement.violations.append(
                    Violation(
                        "counts should be \(state.counts)", list: entry.list.name,
                        revision: entry.revision, messages: [entry.frame.text]))
            }
        }
        return judgement
    }

    /// What is wrong with a catchup; nil: nothing, or the states are not known.
    private func fault(of catchup: CatchupRecord) -> String? {
        if catchup.from != catchup.since {
            return "asked since \(catchup.since), resumed from \(catchup.from)"
        }
        var revision = catchup.since
        for observed in catchup.sets {
            guard observed.set.revision == revision + (observed.set.folds ?? 1) else {
                return "goes from revision \(revision) to \(observed.set.revision)"
            }
            revision = observed.set.revision
        }
        guard revision == catchup.revision else {
            return "the sets lead to \(revision), not \(catchup.revision)"
        }
        guard let timeline = timeline(catchup.list),
            var state = timeline.state(at: catchup.since),
            let wanted = timeline.state(at: catchup.revision)
        else { return nil }
        for observed in catchup.sets {
            do throws(ApplyError) {
                try state.apply(observed.set.changes)
            } catch {
                return "revision \(observed.set.revision) does not apply: \(error.text)"
            }
        }
        return wanted.difference(from: state).map { "resuming gives another list: \($0)" }
    }
}
