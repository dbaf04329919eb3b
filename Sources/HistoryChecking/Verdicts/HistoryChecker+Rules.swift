import ListEditing
import ListProtocol

/// Property 9.
extension Reading {
    func editsDoWhatTheRulesSay() -> Judgement {
        var tried = 0
        var findings: [Finding] = []
        for edit in edits {
            guard case .actions(let actions) = edit.kind, let answer = edit.answers.first,
                let timeline = timeline(edit.key.list),
                let judged = fault(of: edit, actions, answer, timeline)
            else { continue }
            tried += 1
            if let text = judged.text {
                findings.append(
                    Finding(
                        "\(edit.text) \(text)", list: edit.key.list.name,
                        revision: answer.revision, messages: edit.messages))
            }
        }
        for timeline in timelines {
            for revision in timeline.sets.keys.sorted() {
                guard let state = timeline.state(at: revision) else { continue }
                tried += 1
                for section in state.sections where !Self.keepsBands(section) {
                    findings.append(
                        timeline.finding(
                            "rows left their bands: \(state.order)", revision,
                            [timeline.sets[revision]?.frame ?? []]))
                }
            }
        }
        return (tried, findings)
    }

    /// What was found; the outer nil: not judged.
    private func fault(
        of edit: EditRecord, _ actions: Edit, _ answer: EditAnswer, _ timeline: Timeline
    ) -> (text: String?, Void)? {
        switch answer.kind {
        case .set, .applied:
            guard let revision = answer.revision, let after = timeline.state(at: revision),
                let set = timeline.sets[revision]?.set,
                let before = timeline.list(at: revision - 1)
            else { return nil }
            return judge(actions.named(by: set.changes), before, after, answer.clamps)
        case .noop:
            guard let list = answer.revision.flatMap({ timeline.list(at: $0) }) else { return nil }
            return judge(actions.named(by: ChangeSet()), list, list.state, answer.clamps)
        case .reject(let code):
            guard edit.sendings.count == 1, let code = RejectCode(rawValue: code),
                Self.judged.contains(code)
            else { return nil }
            return judgeRefusal(code, actions.named(by: ChangeSet()), answer, timeline)
        default: return nil
        }
    }

    /// Holds what an edit made of a list against what the plain model makes of it.
    private func judge(
        _ edit: Edit, _ list: PlainList, _ after: PlainState, _ clamps: [HeardClamp]
    ) -> (text: String?, Void)? {
        var model = list
        if let base = edit.base, model.state(at: base) == nil || base > model.revision {
            return nil
        }
        do throws(PlainList.Refused) {
            try model.apply(edit)
        } catch {
            return ("was taken on \(list.state.order), the rules refuse it: \(error.code)", ())
        }
        if let difference = difference(after, model.state) {
            return (
                "on \(list.state.order) should have made the second of these: \(difference)", ()
            )
        }
        let wanted = model.clamps.map { HeardClamp($0) }
        guard clamps == wanted else {
            return ("reports the clamps \(clamps), not \(wanted)", ())
        }
        return (nil, ())
    }

    /// A refusal must be right on one of the states that the edit may have met.
    private func judgeRefusal(
        _ code: RejectCode, _ edit: Edit, _ answer: EditAnswer, _ timeline: Timeline
    ) -> (text: String?, Void)? {
        guard let base = edit.base else { return nil }
        let newest = min(timeline.newest, answer.newestSeen + Self.unseen)
        guard base <= newest else { return nil }
        for revision in base...newest {
            guard var model = timeline.list(at: revision), model.state(at: base) != nil else {
                return nil
            }
            do throws(PlainList.Refused) {
                try model.apply(edit)
            } catch {
                if error.code == code { return (nil, ()) }
            }
        }
        return ("was refused (\(code)) although the rules allow it", ())
    }

    /// Refusals by the rules; others depend on limits, roles and the server's state.
    private static let judged: Set<RejectCode> = [
        .unknownRow, .unknownSection, .duplicateID, .editDisabled, .deleteDisabled, .moveDisabled,
        .insertDisabled, .sectionFull, .listFull,
    ]

    /// How many sets may have been made that nobody had seen when a refusal came.
    private static let unseen = 500

    private static func keepsBands(_ section: PlainSection) -> Bool {
        let bands = section.rows.map { row in
            switch row.rules.pinned {
            case .top?: 0
            case nil: 1
            case .bottom?: 2
            }
        }
        return bands == bands.sorted()
    }
}
