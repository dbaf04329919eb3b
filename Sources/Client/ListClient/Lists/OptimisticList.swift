import ListEditing
import ListProtocol

/// A list with this client's pending edits applied, whole or a window of it.
enum OptimisticList: Sendable {
    case whole(EditableList)
    case sparse(SparseDraft)

    /// The list as the server has it, without edits; nil where it has not been read.
    init?(_ replica: Replica) {
        if let list = replica.list {
            self = .whole(list)
        } else if let list = replica.sparse {
            self = .sparse(SparseDraft(list))
        } else {
            return nil
        }
    }

    /// The list with the edits applied; one that no longer applies is skipped and waits for its answer.
    ///
    /// - Returns: Nil where there are none, or the list has not been read.
    /// - Complexity: O(n) in the rows that are held for the first edit, then that of the edits.
    init?(_ pending: PendingEdits, on replica: Replica, by client: ClientID) {
        guard !pending.entries.isEmpty else { return nil }
        self.init(replica)
        for case .edit(let actions) in pending.entries.map(\.content) {
            apply(actions, by: client)
        }
    }

    var list: EditableList? {
        if case .whole(let list) = self { list } else { nil }
    }

    /// - Complexity: O(n) in the rows that are held.
    var sparseList: SparseList? {
        if case .sparse(let draft) = self { draft.sparse } else { nil }
    }

    /// Applies an edit: all its actions, or none.
    mutating func apply(_ actions: [Action], by client: ClientID) {
        let context = EditContext(client: client, mayGiveRules: true)
        switch self {
        case .whole(var list):
            _ = try? list.apply(Edit(base: nil, actions: actions), context)
            self = .whole(list)
        case .sparse(var draft):
            try? draft.apply(actions, context)
            self = .sparse(draft)
        }
    }

    /// The actions with a neighbour in the place of each index, as the user sees it here.
    func namingNeighbours(_ actions: [Action]) -> [Action] {
        switch self {
        case .whole(let list): EditPreparation.namingNeighbours(actions, in: list)
        case .sparse(let draft): draft.namingNeighbours(actions)
        }
    }
}
