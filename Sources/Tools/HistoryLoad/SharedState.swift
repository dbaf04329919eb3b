import HistoryChecking
import ListProtocol
import SeededRandom

/// What the simulated clients of a run share: the history, the lists' recent states, the phase.
struct SharedState {
    var history = ObservedHistory()
    var random: SplitMix64
    /// The time of the current event, in seconds.
    var now = 0.0
    /// Whether the clients edit.
    var isLoading = false
    /// The transient lists that exist at present, by name.
    var transientLists: Set<String> = []
    /// A row that one client has just moved, for another client to move at the same time.
    var contested: (list: String, row: String)?
    /// The reason why the run cannot continue.
    var failure: String?
    private var views: [ListKey: LocalView] = [:]

    init(random: SplitMix64) { self.random = random }

    /// Returns a random time within a range, in seconds.
    mutating func seconds(in range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &random)
    }

    mutating func withView(_ key: ListKey, _ body: (inout LocalView) -> Void) {
        body(&views[key, default: LocalView()])
    }

    /// The state of a list at a revision, or the nearest known one; empty where none is known.
    func view(of key: ListKey, at revision: Int) -> ModelState {
        views[key]?.state(at: revision) ?? ModelState()
    }
}

/// The last revisions of a list as its sets arrived, at most 150.
///
/// A client chooses rows from the state that it holds; the states are kept once for all clients.
struct LocalView {
    private var newest: ModelState?
    private var revision = 0
    private var states: [Int: ModelState] = [:]
    private static let kept = 150

    /// Starts from a snapshot, if it is newer.
    mutating func begin(_ state: ModelState, revision: Int) {
        guard newest == nil || revision > self.revision else { return }
        states.removeAll()
        add(state, revision)
    }

    /// Applies a set, if it is the next one; the checker judges sets that do not apply.
    mutating func follow(_ set: PublishedChange) {
        guard var state = newest, set.revision == revision + 1, set.folds ?? 1 == 1 else { return }
        do throws(ApplyError) {
            try state.apply(set.changes)
        } catch {
            return
        }
        add(state, set.revision)
    }

    private mutating func add(_ state: ModelState, _ revision: Int) {
        newest = state
        self.revision = revision
        states[revision] = state
        states[revision - Self.kept] = nil
    }

    func state(at revision: Int) -> ModelState { states[revision] ?? newest ?? ModelState() }
}
