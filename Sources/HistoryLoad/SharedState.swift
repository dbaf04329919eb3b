import HistoryChecking

/// What the clients of a run share: the history, the lists as they stand, and what to do.
struct World {
    var history = History()
    var dice: Dice
    /// Whether to edit.
    var isLoading = false
    /// Lists that will not be there for long, by name.
    var passing: Set<String> = []
    /// Two clients move this row at once: the first did.
    var contested: (list: String, row: String)?
    /// Why the run cannot go on.
    var failure: String?
    private var mirrors: [ListKey: Mirror] = [:]

    init(dice: Dice) { self.dice = dice }

    mutating func withMirror(_ key: ListKey, _ body: (inout Mirror) -> Void) {
        body(&mirrors[key, default: Mirror()])
    }

    func view(of key: ListKey, at revision: Int) -> PlainState {
        mirrors[key]?.view(at: revision) ?? PlainState()
    }
}
