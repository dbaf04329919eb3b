import ListProtocol

/// Properties 1 and 5: the order of sets and edits.
extension HistoryChecker {
    /// Property 1: each list's revisions are one sequence, the same for all observers.
    func revisionsAreOneSequence() -> Judgement {
        var judgement = Judgement()
        for timeline in timelines {
            judgement.tried += timeline.sets.count
            judgement.violations += timeline.conflicts
            // Of a deleted list the server cannot be asked what the clients missed.
            for gap in timeline.gaps.prefix(timeline.deletedAt == nil ? 1 : 0) {
                judgement.violations.append(
                    timeline.violation("no client received a set under this revision", gap))
            }
            judgement.violations += fallingTimes(of: timeline)
        }
        return judgement
    }

    /// Sets whose time `at` is lower than that of the set before.
    private func fallingTimes(of timeline: Timeline) -> [Violation] {
        var violations: [Violation] = []
        for (revision, seen) in timeline.sets {
            guard let before = timeline.sets[revision - 1], before.set.at > seen.set.at
            else { continue }
            violations.append(
                timeline.violation(
                    "`at` is lower than before", revision, [before.frame, seen.frame]))
        }
        return violations.sorted { ($0.revision ?? 0) < ($1.revision ?? 0) }
    }

    /// Property 5: edits have revisions in the order in which clients sent and saw them.
    func orderIsKept() -> Judgement {
        var judgement = Judgement()
        var lists: [ListKey: [OrderedEdit]] = [:]
        for edit in edits {
            let answers = edit.answers.filter { $0.kind.saysApplied && $0.revision != nil }
            guard let answered = answers.first, let revision = answered.revision,
                let sent = edit.sendings.first
            else { continue }
            lists[edit.key.list, default: []].append(
                OrderedEdit(
                    edit: edit, sent: sent.moment, answered: answered.moment, revision: revision))
        }
        for timeline in timelines {
            guard let placed = lists[timeline.key] else { continue }
            let answered = answersBeforeSendings(placed, timeline)
            judgement.tried += answered.tried
            judgement.violations += answered.violations + clientsOrders(placed, timeline)
        }
        return judgement
    }

    /// Edits sent after another edit's answer must have a higher revision than that edit.
    private func answersBeforeSendings(_ placed: [OrderedEdit], _ timeline: Timeline) -> Judgement {
        let answered = placed.sorted { $0.answered < $1.answered }
        var judgement = Judgement()
        var next = 0
        var highest: OrderedEdit?
        for later in placed.sorted(by: { $0.sent < $1.sent }) {
            while next < answered.count, answered[next].answered < later.sent {
                if answered[next].revision > highest?.revision ?? 0 { highest = answered[next] }
                next += 1
            }
            guard let highest else { continue }
            judgement.tried += 1
            if later.revision <= highest.revision {
                judgement.violations.append(
                    Violation(
                        "\(later.edit.text) is revision \(later.revision), but before it was sent "
                            + "\(highest.edit.text) had been answered as \(highest.revision)",
                        list: timeline.key.name, revision: later.revision,
                        messages: highest.edit.messages + later.edit.messages))
            }
        }
        return judgement
    }

    /// The edits of one client must have revisions in the order of their ids.
    private func clientsOrders(_ placed: [OrderedEdit], _ timeline: Timeline) -> [Violation] {
        var violations: [Violation] = []
        let sorted = placed.sorted {
            ($0.edit.key.client, $0.edit.key.id) < ($1.edit.key.client, $1.edit.key.id)
        }
        for (first, second) in zip(sorted, sorted.dropFirst())
        where first.edit.key.client == second.edit.key.client && first.revision > second.revision {
            violations.append(
                Violation(
                    "\(first.edit.text) is revision \(first.revision), "
                        + "its \(second.edit.text) is \(second.revision)",
                    list: timeline.key.name, revision: second.revision,
                    messages: first.edit.messages + second.edit.messages))
        }
        return violations
    }
}

/// An edit that is known to have applied.
private struct OrderedEdit {
    let edit: EditRecord
    /// The index of the event that first sent it.
    let sent: Int
    /// The index of the event that first answered it.
    let answered: Int
    let revision: Int
}
