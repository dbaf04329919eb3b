import ListDocument

/// Where a list is, and what is under way with it: of this, one thing at a time.
enum ListPhase: Sendable {
    /// Not in memory, and not to be read again before this moment of the loop.
    case absent(until: Double)
    case loading
    /// In memory, as it is stored.
    case ready(HeldList)
    /// On another thread.
    case working
    /// In memory, with a batch that is being stored.
    case appending(HeldList, AppendInFlight)
    /// Its deletion is under way since a moment of the loop.
    case deleting(HeldList?, since: Double)
    case deleted

    var isLoaded: Bool {
        switch self {
        case .ready, .appending: true
        case .deleting(let held, _): held != nil
        case .absent, .loading, .working, .deleted: false
        }
    }

    /// Whether something is under way that nothing else may happen beside.
    var isBusy: Bool {
        switch self {
        case .loading, .working, .appending, .deleting: true
        case .absent, .ready, .deleted: false
        }
    }

    /// Bytes of the list's history in memory.
    var historyByteCount: Int {
        switch self {
        case .ready(let held), .appending(let held, _), .deleting(let held?, _):
            held.historyByteCount
        case .absent, .loading, .working, .deleting(nil, _), .deleted: 0
        }
    }

    /// Reads the list; nil: it is not in memory.
    func inspect<Result>(_ read: (LoadedList) -> Result) -> Result? {
        switch self {
        case .ready(let held), .appending(let held, _), .deleting(let held?, _): read(held.loaded)
        case .absent, .loading, .working, .deleting(nil, _), .deleted: nil
        }
    }

    /// Takes the list out, so that changing it copies nothing: it is absent until it is put back; nil: it is not
    /// in memory, or something is under way with it.
    mutating func takeReady() -> HeldList? {
        switch take() {
        case .ready(let held): return held
        case let other:
            self = other
            return nil
        }
    }

    /// Takes the list out, with the batch that is being stored; nil: none is.
    mutating func takeAppending() -> (HeldList, AppendInFlight)? {
        switch take() {
        case .appending(let held, let append): return (held, append)
        case let other:
            self = other
            return nil
        }
    }

    /// The deletion is under way no more, or not waited for.
    mutating func endDeleting() {
        switch take() {
        case .deleting(let held?, _): self = .ready(held)
        case .deleting(nil, _): break
        case let other: self = other
        }
    }

    /// Takes the whole out; it is absent then.
    private mutating func take() -> ListPhase {
        var taken = ListPhase.absent(until: -.infinity)
        swap(&taken, &self)
        return taken
    }
}
