import ListProtocol

/// Property 11.
extension Reading {
    func resumingGivesTheSame() -> Judgement {
        var tried = 0
        var findings: [Finding] = []
        for entry in snapshots {
            let key = ListKey(name: entry.snapshot.list, epoch: entry.snapshot.epoch)
            guard let state = timeline(key)?.state(at: entry.snapshot.revision) else { continue }
            tried += 1
            if let difference = difference(state, entry.snapshot.state) {
                findings.append(
                    Finding(
                        "the sets up to here and the snapshot differ: \(difference)",
                        list: key.name, revision: entry.snapshot.revision,
                        messages: [entry.frame.text]))
            }
        }
        for resumption in resumptions {
            tried += 1
            guard let fault = fault(of: resumption) else { continue }
            findings.append(
                Finding(
                    fault, list: resumption.list.name, revision: resumption.revision,
                    messages: [resumption.frame.text]))
        }
        for entry in counted {
            guard let state = timeline(entry.list)?.state(at: entry.revision) else { continue }
            tried += 1
            if state.counts != entry.counts {
                findings.append(
                    Finding(
                        "counts should be \(state.counts)", list: entry.list.name,
                        revision: entry.revision, messages: [entry.frame.text]))
            }
        }
        return (tried, findings)
    }

    private func fault(of resumption: Resumption) -> String? {
        if resumption.from != resumption.since {
            return "asked since \(resumption.since), resumed from \(resumption.from)"
        }
        var revision = resumption.since
        for seen in resumption.sets {
            guard seen.set.revision == revision + (seen.set.folds ?? 1) else {
                return "goes from revision \(revision) to \(seen.set.revision)"
            }
            revision = seen.set.revision
        }
        guard revision == resumption.revision else {
            return "the sets lead to \(revision), not \(resumption.revision)"
        }
        guard let timeline = timeline(resumption.list),
            var state = timeline.state(at: resumption.since),
            let wanted = timeline.state(at: resumption.revision)
        else { return nil }
        for seen in resumption.sets {
            do throws(PlainState.Misfit) {
                try state.apply(seen.set.changes)
            } catch {
                return "revision \(seen.set.revision) does not apply: \(error.text)"
            }
        }
        return difference(wanted, state).map { "resuming gives another list: \($0)" }
    }
}
