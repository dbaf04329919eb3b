/// Property 5.
extension Reading {
    /// An edit that is known to have applied.
    private struct Placed {
        let edit: EditRecord
        let sent: Int
        let answered: Int
        let revision: Int
    }

    func orderIsKept() -> Judgement {
        var tried = 0
        var findings: [Finding] = []
        var lists: [ListKey: [Placed]] = [:]
        for edit in edits {
            let answers = edit.answers.filter { $0.kind.saysApplied && $0.revision != nil }
            guard let answered = answers.first, let revision = answered.revision,
                let sent = edit.sendings.first
            else { continue }
            lists[edit.key.list, default: []].append(
                Placed(
                    edit: edit, sent: sent.moment, answered: answered.moment, revision: revision))
        }
        for timeline in timelines {
            guard let placed = lists[timeline.key] else { continue }
            let judged = answersBeforeSendings(placed, timeline)
            tried += judged.tried
            findings += judged.findings + clientsOrders(placed, timeline)
        }
        return (tried, findings)
    }

    private func answersBeforeSendings(_ placed: [Placed], _ timeline: Timeline) -> Judgement {
        let answered = placed.sorted { $0.answered < $1.answered }
        var tried = 0
        var findings: [Finding] = []
        var next = 0
        var highest: Placed?
        for later in placed.sorted(by: { $0.sent < $1.sent }) {
            while next < answered.count, answered[next].answered < later.sent {
                if answered[next].revision > highest?.revision ?? 0 { highest = answered[next] }
                next += 1
            }
            guard let highest else { continue }
            tried += 1
            if later.revision <= highest.revision {
                findings.append(
                    Finding(
                        "\(later.edit.text) is revision \(later.revision), but before it was sent "
                            + "\(highest.edit.text) had been answered as \(highest.revision)",
                        list: timeline.key.name, revision: later.revision,
                        messages: highest.edit.messages + later.edit.messages))
            }
        }
        return (tried, findings)
    }

    private func clientsOrders(_ placed: [Placed], _ timeline: Timeline) -> [Finding] {
        var findings: [Finding] = []
        let sorted = placed.sorted {
            ($0.edit.key.client, $0.edit.key.id) < ($1.edit.key.client, $1.edit.key.id)
        }
        for (first, second) in zip(sorted, sorted.dropFirst())
        where first.edit.key.client == second.edit.key.client && first.revision > second.revision {
            findings.append(
                Finding(
                    "\(first.edit.text) is revision \(first.revision), "
                        + "its \(second.edit.text) is \(second.revision)",
                    list: timeline.key.name, revision: second.revision,
                    messages: first.edit.messages + second.edit.messages))
        }
        return findings
    }
}
