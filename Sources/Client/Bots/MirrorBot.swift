package import ListClient
import ListEditing

/// Keeps one list equal to another until its task is cancelled.
package struct MirrorRunner: Sendable {
    private let source: SharedList
    private let copy: SharedList
    private let tally: BotTally
    private let rate: Double

    /// - Parameters:
    ///   - source: The list to copy.
    ///   - copy: The list that is edited.
    ///   - rate: Edits a second, at most.
    package init(source: SharedList, copy: SharedList, tally: BotTally, rate: Double) {
        self.source = source
        self.copy = copy
        self.tally = tally
        self.rate = rate
    }

    /// Copies the list now, and again whenever the source changes.
    package func run() async {
        let events = await source.events
        guard await synchronize() else { return }
        for await event in events {
            switch event {
            case .changed, .replaced: guard await synchronize() else { return }
            case .mismatched, .presence, .answered, .status: break
            }
        }
    }

    /// Edits the copy until it equals the source; false where the run is to end.
    private func synchronize() async -> Bool {
        while !Task.isCancelled {
            let actions = MirrorPlan.actions(
                from: await source.confirmed, to: await copy.confirmed)
            if actions.isEmpty { return true }
            guard let answer = try? await copy.edit(actions) else { return false }
            await tally.add(answer)
            switch answer {
            case .abandoned: return false
            case .refused(let refusal):
                await tally.add(violation: "the copy refuses the content of the list: \(refusal)")
                return false
            // The rules of the copy clamp these rows to other places: nothing is left to do.
            case .noop: return true
            case .applied(_, let clamped) where !clamped.isEmpty && actions.count == clamped.count:
                return true
            case .applied, .unknown: break
            }
            guard (try? await Task.sleep(for: .seconds(1 / rate))) != nil else { return false }
        }
        return false
    }
}

/// The edits that make one list equal to another: the same sections and rows with the same ids, in
/// the same order.
///
/// Rules and pins are copied with new rows and sections; those of existing ones are not changed.
enum MirrorPlan {
    /// The number of actions in one edit, at most.
    static let maximumActions = 200

    /// The actions of the next edit of `copy`; empty where it equals `source`.
    ///
    /// - Complexity: O(n) in the rows of both lists.
    static func actions(from source: EditableList, to copy: EditableList) -> [Action] {
        let wanted = source.state()
        let found = copy.state()
        var actions: [Action] = []
        if wanted.title != found.title {
            actions.append(.updateList(title: wanted.title, rules: nil))
        }
        let goneSections = found.sections.map(\.id).filter {
            source.sectionIndex(of: $0) == nil
        }
        let goneRows = found.sections.flatMap(\.rows).map(\.id).filter { source.row($0) == nil }
        if !goneRows.isEmpty { actions.append(.deleteRows(goneRows)) }
        if let sections = sections(wanted, found, gone: Set(goneSections)) {
            return cut(actions + sections)
        }
        actions += rows(wanted, copy)
        // A section is deleted last: until then it may hold rows that are still to be moved.
        if actions.isEmpty, !goneSections.isEmpty { return [.deleteSections(goneSections)] }
        return cut(actions)
    }

    private static func cut(_ actions: [Action]) -> [Action] {
        Array(actions.prefix(maximumActions))
    }

    /// The actions for the sections, which precede those for the rows; nil where none is needed.
    private static func sections(
        _ wanted: ListState, _ found: ListState, gone: Set<SectionID>
    ) -> [Action]? {
        var actions: [Action] = []
        var order = found.sections.map(\.id).filter { !gone.contains($0) }
        let titles = Dictionary(uniqueKeysWithValues: found.sections.map { ($0.id, $0.title) })
        for (index, section) in wanted.sections.enumerated() {
            let place: SectionTarget =
                index == 0 ? .start : .after(wanted.sections[index - 1].id)
            if let title = titles[section.id] {
                if title != section.title {
                    actions.append(.updateSection(section.id, title: section.title, rules: nil))
                }
                if order[index] == section.id { continue }
                actions.append(.moveSection(section.id, to: place))
                order.removeAll { $0 == section.id }
            } else {
                actions.append(
                    .insertSection(
                        section: section.id, title: section.title, rules: section.rules,
                        to: place))
            }
            order.insert(section.id, at: index)
        }
        return actions.isEmpty ? nil : actions
    }

    /// The actions for the rows, once the sections are equal.
    private static func rows(_ wanted: ListState, _ copy: EditableList) -> [Action] {
        var actions: [Action] = []
        for section in wanted.sections {
            let present = section.rows.map(\.id).filter { copy.row($0) != nil }
            let ranks = Dictionary(
                uniqueKeysWithValues: present.enumerated().map { ($1, $0) })
            var last = -1
            // Rows that are in their section and in ascending order need no move.
            var staying: Set<RowID> = []
            if let index = copy.sectionIndex(of: section.id) {
                copy.forEachRow(in: index) { row in
                    guard let rank = ranks[row.id], rank > last else { return }
                    last = rank
                    staying.insert(row.id)
                }
            }
            var previous: RowID?
            for row in section.rows {
                let place: RowTarget = previous.map { .after($0) } ?? .start(section.id)
                if let known = copy.row(row.id) {
                    if !staying.contains(row.id) { actions.append(.moveRow(row.id, to: place)) }
                    let changes = difference(known.fields, row.fields)
                    if !changes.isEmpty {
                        actions.append(
                            .updateRow(
                                row: row.id, fields: changes, rules: RowRulesChange(),
                                ifRevision: nil))
                    }
                } else {
                    actions.append(
                        .insertRow(row: row.id, fields: row.fields, rules: row.rules, to: place))
                }
                previous = row.id
            }
        }
        return actions
    }

    /// The changes that make the fields `found` equal to `wanted`.
    private static func difference(_ found: Fields, _ wanted: Fields) -> [FieldChange] {
        var changes: [FieldChange] = []
        for field in wanted.entries where found[field.name] != field.value {
            changes.append(FieldChange(name: field.name, value: field.value))
        }
        for field in found.entries where wanted[field.name] == nil {
            changes.append(FieldChange(name: field.name, value: nil))
        }
        return changes
    }
}
