import ListClient
import ListEditing
import LoadGenerator

/// What users do, as edits and reads of the client library.
extension ProfileRun {
    /// Performs an operation and waits for its answer.
    func perform(
        _ operation: UserOperation, by user: SimulatedUser
    ) async throws(ListClientError) -> OperationOutcome {
        switch operation {
        case .read:
            try await reopen(user)
            return .done
        case .scroll: return try await scroll(user)
        case .undo:
            switch user.open {
            case .whole(let list): return account(try await list.undo(), user)
            case .window(let list): return account(try await list.undo(), user)
            case nil: return .failed("no list")
            }
        case .offline:
            await user.client.leave(for: profile.away)
            user.due += Int64(profile.away * 1e9)
            return try await edit(.tick, user)
        default: return try await edit(operation, user)
        }
    }

    func reopen(_ user: SimulatedUser) async throws(ListClientError) {
        switch user.open {
        case .whole(let list): await list.close()
        case .window(let list): await list.close()
        case nil: break
        }
        user.open = nil
        let name = lists[user.list].name
        user.open =
            user.kind.hasWindow
            ? .window(
                try await user.client.open(name, window: RowWindow(before: 0, after: 50, kept: 200))
            )
            : .whole(try await user.client.open(name))
    }

    private func scroll(_ user: SimulatedUser) async throws(ListClientError) -> OperationOutcome {
        guard case .window(let list)? = user.open, let shown = await list.confirmed,
            shown.sectionCount > 0
        else { return .failed("no window") }
        let section = shown.section(at: Int.random(in: 0..<shown.sectionCount, using: &user.random))
        let start = Int.random(in: 0..<max(1, section.count), using: &user.random)
        _ = try await list.rows(start..<start + 50, of: section.id)
        return .done
    }

    private func edit(
        _ operation: UserOperation, _ user: SimulatedUser
    ) async throws(ListClientError) -> OperationOutcome {
        switch user.open {
        case .whole(let list):
            let shown = await list.list
            let row = UserChoice.row(of: shown, &user.random)
            let sections = (0..<shown.sectionCount).map {
                (shown.section(at: $0).id, shown.section(at: $0).count)
            }
            guard let actions = actions(operation, user, row, sections) else { return .conflict }
            return account(try await list.edit(actions), user)
        case .window(let list):
            guard let shown = await list.list else { return .failed("no list") }
            let row = UserChoice.row(of: shown, &user.random)
            let sections = (0..<shown.sectionCount).map {
                (shown.section(at: $0).id, shown.section(at: $0).count)
            }
            guard let actions = actions(operation, user, row, sections) else { return .conflict }
            return account(try await list.edit(actions), user)
        case nil: return .failed("no list")
        }
    }

    /// The actions of an edit; nil where the list has no row for it.
    private func actions(
        _ operation: UserOperation, _ user: SimulatedUser, _ row: Row?,
        _ sections: [(id: SectionID, count: Int)]
    ) -> [Action]? {
        edits += 1
        guard let section = sections.randomElement(using: &user.random) else {
            // A list without sections gets one with its first row.
            guard operation == .add || operation == .paste else { return nil }
            return [
                .insertSection(section: nil, title: "Rows", rules: nil, to: .unspecified),
                insert(0, user, to: .unspecified),
            ]
        }
        switch operation {
        case .add: return [insert(0, user, to: .end(section.id))]
        case .paste:
            let start = Int.random(in: 0...section.count, using: &user.random)
            return (0..<5).map { insert($0, user, to: .index(section.id, start + $0)) }
        default: break
        }
        guard let row else { return nil }
        switch operation {
        case .tick:
            let isDone = row.fields["done"]?.json == "true"
            return [update(row, "done", .bool(!isDone))]
        case .drag:
            let index = Int.random(in: 0..<max(1, section.count), using: &user.random)
            return [.moveRow(row.id, to: .index(section.id, index))]
        case .delete: return [.deleteRows([row.id])]
        default: return [update(row, "title", .string(title("renamed", user)))]
        }
    }

    private func title(_ word: String, _ user: SimulatedUser) -> String {
        let text = "\(word) \(edits) by \(user.number) "
        return text + String(repeating: "x", count: max(0, profile.rowBytes - text.count - 12))
    }

    private func insert(_ number: Int, _ user: SimulatedUser, to target: RowTarget) -> Action {
        let fields = Fields([
            Field(name: "title", value: .string(title("row \(number)", user)))
        ])
        return .insertRow(row: nil, fields: fields, rules: RowRules(), to: target)
    }

    private func update(_ row: Row, _ field: String, _ value: FieldValue) -> Action {
        .updateRow(
            row: row.id, fields: [FieldChange(name: field, value: value)],
            rules: RowRulesChange(), ifRevision: nil)
    }

    /// What others' edits make of one that was chosen a moment before.
    private static let overtaken: Set<String> = [
        "unknownRow", "unknownSection", "staleBase", "conflict", "nothingToUndo",
    ]

    private func account(_ answer: EditAnswer, _ user: SimulatedUser) -> OperationOutcome {
        switch answer {
        case .applied(let revision, _):
            if let revision, let me = publicNames[user.number] {
                lists[user.list].proofs.answered(revision, by: me, due: user.due)
            }
            return .done
        case .noop: return .done
        case .refused(let refusal):
            return Self.overtaken.contains(refusal.code)
                ? .conflict : .failed("\(refusal.message) (\(refusal.code))")
        case .unknown: return .failed("not known whether applied")
        case .abandoned(let reason): return .failed(reason)
        }
    }
}
