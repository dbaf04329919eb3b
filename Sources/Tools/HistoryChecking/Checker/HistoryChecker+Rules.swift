import ListEditing
import ListProtocol

/// Property 9: the effect of each edit, compared with ``ModelList``.
extension HistoryChecker {
    /// Property 9: every edit does what the model makes of it on the state before.
    func editsDoWhatTheRulesSay() -> Judgement {
        var judgement = Judgement()
        for edit in edits {
            guard case .actions(let actions) = edit.kind, let answer = edit.answers.first,
                let timeline = timeline(edit.key.list)
            else { continue }
            let effect = judge(edit, actions, answer, timeline)
            if effect == .unjudged { continue }
            judgement.tried += 1
            if case .wrong(let text) = effect {
                judgement.violations.append(
                    Violation(
                        "\(edit.text) \(text)", list: edit.key.list.name,
                        revision: answer.revision, messages: edit.messages))
            }
        }
        for timeline in timelines {
            for revision in timeline.sets.keys.sorted() {
                guard let state = timeline.state(at: revision) else { continue }
                judgement.tried += 1
                for section in state.sections where !Self.keepsBands(section) {
                    judgement.violations.append(
                        timeline.violation(
                            "rows left their bands: \(state.order)", revision,
                            [timeline.sets[revision]?.frame ?? []]))
                }
            }
        }
        return judgement
    }

    private func judge(
        _ edit: EditRecord, _ actions: Edit, _ answer: RecordedAnswer, _ timeline: Timeline
    ) -> JudgedEffect {
        switch answer.kind {
        case .set, .applied:
            guard let revision = answer.revision, let after = timeline.state(at: revision),
                let set = timeline.sets[revision]?.set,
                let before = timeline.list(at: revision - 1)
            else { return .unjudged }
            return judge(actions.named(by: set.changes), before, after, answer.clamps)
        case .noop:
            guard let list = answer.revision.flatMap({ timeline.list(at: $0) }) else {
                return .unjudged
            }
            return judge(actions.named(by: ChangeSet()), list, list.state, answer.clamps)
        case .reject(let code):
            guard edit.sendings.count == 1, let code = RejectCode(rawValue: code),
                Self.judgedCodes.contains(code)
            else { return .unjudged }
            return judgeRefusal(code, actions.named(by: ChangeSet()), answer, timeline)
        default: return .unjudged
        }
    }

    /// Compares the state after an edit with what the model makes of the state before.
    private func judge(
        _ edit: Edit, _ list: ModelList, _ after: ModelState, _ clamps: [ObservedClamp]
    ) -> JudgedEffect {
        var model = list
        if let base = edit.base, model.state(at: base) == nil || base > model.revision {
            return .unjudged
        }
        do throws(ModelRefusal) {
            try model.apply(edit)
        } catch {
            return .wrong("was taken on \(list.state.order), the rules refuse it: \(error.code)")
        }
        if let difference = after.difference(from: model.state) {
            return .wrong(
                "on \(list.state.order) should have made the second of these: \(difference)")
        }
        let wanted = model.clamps.map { ObservedClamp($0) }
        guard clamps == wanted else {
            return .wrong("reports the clamps \(clamps), not \(wanted)")
        }
        return .right
    }

    /// A refusal must be right on one of the states on which the server may have tried the edit.
    private func judgeRefusal(
        _ code: RejectCode, _ edit: Edit, _ answer: RecordedAnswer, _ timeline: Timeline
    ) -> JudgedEffect {
        guard let base = edit.base else { return .unjudged }
        let newest = min(timeline.newest, answer.newestSeen + Self.unseenSets)
        guard base <= newest else { return .unjudged }
        for revision in base...newest {
            guard var model = timeline.list(at: revision), model.state(at: base) != nil else {
                return .unjudged
            }
            do throws(ModelRefusal) {
                try model.apply(edit)
            } catch {
                if error.code == code { return .right }
            }
        }
        // Of a deleted list the server cannot be asked which sets the refusal may have followed.
        if timeline.deletedAt != nil, newest == timeline.newest { return .unjudged }
        return .wrong("was refused (\(code)) although the rules allow it")
    }

    /// The refusals by the rules; others depend on limits, roles and the server's state.
    private static let judgedCodes: Set<RejectCode> = [
        .unknownRow, .unknownSection, .duplicateID, .editDisabled, .deleteDisabled, .moveDisabled,
        .insertDisabled, .sectionFull, .listFull,
    ]

    /// How many sets may have been committed, but seen by no client, when a refusal arrived.
    private static let unseenSets = 500

    private static func keepsBands(_ section: ModelSection) -> Bool {
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

/// What the model says of the effect of an edit.
private enum JudgedEffect: Equatable {
    case right
    case wrong(String)
    /// The history does not show the states that the model needs.
    case unjudged
}

extension Edit {
    /// The edit with the ids that the server generated, found in its set by the content of rows
    /// and sections.
    ///
    /// A row or section that the set does not insert gets an id that no server generates.
    fileprivate func named(by set: ChangeSet) -> Edit {
        var rows = set.insertedRows
        var sections = set.insertedSections
        var edit = self
        for (number, action) in actions.enumerated() {
            switch action {
            case .insertRow(row: nil, let fields, let rules, let to):
                let index = rows.firstIndex { $0.fields == fields && $0.rules == rules }
                let row = index.map { rows.remove(at: $0).row }
                edit.actions[number] = .insertRow(
                    row: row ?? RowID("unnamed~\(number)"), fields: fields, rules: rules, to: to)
            case .insertSection(section: nil, let title, let rules, let to):
                let index = sections.firstIndex {
                    $0.title == title && $0.rules == rules ?? Rules()
                }
                let section = index.map { sections.remove(at: $0).section }
                edit.actions[number] = .insertSection(
                    section: section ?? SectionID("unnamed~\(number)"), title: title, rules: rules,
                    to: to)
            default: break
            }
        }
        return edit
    }
}
