import ListEditing
import ListProtocol

/// Properties 3, 4 and 10: what the answers to an edit say, and how often the edit appears.
extension HistoryChecker {
    /// Property 3: an answered edit that applied appears once, any other at most once.
    func editsAppearOnce() -> Judgement {
        var judgement = Judgement()
        let made = revisionsOfEdits()
        judgement.tried = edits.count
        for edit in edits {
            judgement.violations += lossesAndDoubles(of: edit, at: made[edit.key] ?? [])
        }
        return judgement
    }

    private func lossesAndDoubles(of edit: EditRecord, at revisions: [Int]) -> [Violation] {
        var violations: [Violation] = []
        let timeline = timeline(edit.key.list)
        func add(_ text: String, _ revision: Int?, _ miscount: EditMiscount? = nil) {
            violations.append(
                Violation(
                    "\(edit.text) \(text)", list: edit.key.list.name, revision: revision,
                    messages: edit.messages, miscount: miscount))
        }
        if revisions.count > 1 {
            add("is doubled: it is at \(revisions)", revisions[1], .doubled)
        }
        for answer in edit.answers {
            if answer.kind.saysApplied, let revision = answer.revision,
                !revisions.contains(revision), isKnown(revision, of: timeline)
            {
                add("is lost: answered as \(revision), it is at \(revisions)", revision, .lost)
            }
            if answer.kind == .noop || answer.kind == .duplicate(applied: false),
                let revision = revisions.first
            {
                add(
                    "is doubled: answered \(answer.kind.text), it is at \(revision)", revision,
                    .doubled)
            }
        }
        if isQuiet, edit.answers.isEmpty, let timeline, !timeline.isDeleted {
            add("was never answered", nil)
        }
        return violations
    }

    /// Whether a client was sent the set of that revision, or the server should still keep it.
    private func isKnown(_ revision: Int, of timeline: Timeline?) -> Bool {
        guard let timeline else { return false }
        if timeline.sets[revision] != nil { return true }
        return timeline.deletedAt == nil && revision > timeline.forgotten
    }

    /// Property 4: a resent edit has one revision, and no answer denies it.
    func resendingChangesNothing() -> Judgement {
        var judgement = Judgement()
        for edit in edits where edit.sendings.count > 1 && !edit.answers.isEmpty {
            judgement.tried += 1
            let revisions = edit.revisions.sorted()
            func add(_ text: String) {
                judgement.violations.append(
                    Violation(
                        "\(edit.text) \(text)", list: edit.key.list.name,
                        revision: revisions.first, messages: edit.messages))
            }
            if revisions.count > 1 { add("was answered as \(revisions)") }
            let refused = edit.answers.first {
                $0.kind.saysNotApplied && !cameTooLate($0, edit)
            }
            if let refused, !revisions.isEmpty {
                add("applied, and was also answered \(refused.kind.text)")
            }
        }
        return judgement
    }

    /// Property 10: no set stands under the id of a refused edit.
    func rejectionsChangeNothing() -> Judgement {
        var judgement = Judgement()
        let made = revisionsOfEdits()
        for edit in edits {
            guard
                let refused = edit.answers.first(where: {
                    $0.kind.isRefusal && !cameTooLate($0, edit)
                })
            else { continue }
            judgement.tried += 1
            if let revision = made[edit.key]?.first {
                judgement.violations.append(
                    Violation(
                        "\(edit.text) was refused (\(refused.kind.text)) and is revision "
                            + "\(revision)", list: edit.key.list.name, revision: revision,
                        messages: edit.messages))
            }
        }
        return judgement
    }

    // MARK: What edits became

    /// The revisions under which each edit appears, ascending.
    private func revisionsOfEdits() -> [EditKey: [Int]] {
        let clients = Dictionary(publicNames.map { ($1, $0) }) { first, _ in first }
        var made: [EditKey: [Int]] = [:]
        for timeline in timelines {
            for revision in timeline.sets.keys.sorted() {
                guard let set = timeline.sets[revision]?.set, let editID = set.intent,
                    let client = set.client.flatMap({ clients[$0.text] })
                else { continue }
                let key = EditKey(client: client, list: timeline.key, id: editID)
                made[key, default: []].append(revision)
            }
        }
        return made
    }

    /// Whether the server refused a resent edit because its list was deleted meanwhile: the answer
    /// does not say what became of the first sending.
    private func cameTooLate(_ answer: RecordedAnswer, _ edit: EditRecord) -> Bool {
        guard case .reject("unknownList") = answer.kind else { return false }
        let isOfLater = answer.session != edit.sendings.first?.session || edit.sendings.count > 1
        return isOfLater && timeline(edit.key.list)?.deletedAt != nil
    }
}
