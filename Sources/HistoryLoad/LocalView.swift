import HistoryChecking
import ListProtocol

/// A list at its last revisions as its sets came in: a client chooses rows from the one it holds.
struct Mirror {
    private var newest: PlainState?
    private var revision = 0
    private var views: [Int: PlainState] = [:]
    private static let kept = 150

    /// Takes a snapshot if it is newer.
    mutating func begin(_ state: PlainState, revision: Int) {
        guard newest == nil || revision > self.revision else { return }
        views.removeAll()
        note(state, revision)
    }

    /// Takes a set if it is the next one; what does not fit is for the verdicts to find.
    mutating func follow(_ set: PublishedSet) {
        guard var state = newest, set.revision == revision + 1, set.folds ?? 1 == 1 else { return }
        do throws(PlainState.Misfit) {
            try state.apply(set.changes)
        } catch {
            return
        }
        note(state, set.revision)
    }

    private mutating func note(_ state: PlainState, _ revision: Int) {
        newest = state
        self.revision = revision
        views[revision] = state
        views[revision - Self.kept] = nil
    }

    /// The list at a revision, or as near to it as is known.
    func view(at revision: Int) -> PlainState { views[revision] ?? newest ?? PlainState() }
}
