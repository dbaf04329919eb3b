// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
/// What `lockstep copy` leaves in a store that no server may use as it is.
///
/// It is in a store that lists are being copied into, until all are there, and stays in one that lists
/// were moved out of.
package struct CopyMark: Hashable, Sendable {
    package enum Kind: String, Sendable {
        /// Not all lists have been copied into this store yet.
        case filling
        /// All lists of this store are in another one.
        case moved
    }

    package var kind: Kind
    /// Tells this copying from others; the marks of both stores have it.
    ///
    /// It begins with ``emptyPrefix`` where the store that lists are copied into had none.
    package var id: String
    /// The other store: a path, or addresses of NATS.
    package var place: String
    /// Whether the copied lists keep their epochs.
    package var keepsEpochs: Bool

    package init(_ kind: Kind, id: String, place: String, keepsEpochs: Bool) {
        self.kind = kind
        self.id = id
        self.place = place
        self.keepsEpochs = keepsEpochs
    }

    /// What the id of a copying begins with that fills an empty store.
    static let emptyPrefix = "empty-"

    /// Whether this copying has brought all lists that are in the store that it fills.
    var isAlone: Bool { id.utf8.starts(with: Self.emptyPrefix.utf8) }

    /// Why no server may use the store, and what to do, for people.
    package func reason(in store: String) -> String {
        let goOn =
            "to go on with the lists in \(store) all the same, copy them to a new store, where each "
            + "gets a new epoch: 'lockstep copy \(store) NEW.sqlite'"
        return switch kind {
        case .filling:
            "not all lists of \(place) are in \(store) yet: 'lockstep copy"
                + "\(keepsEpochs ? "" : " --live") \(place) \(store)' goes on where it was "
                + "stopped; \(goOn)"
        case .moved:
            "the lists of \(store) were moved to \(place): use that; \(goOn)"
        }
    }
}

/// A store that can be marked.
package protocol MarkedStore: Sendable {
    /// Whether no other process writes to the store.
    var isLocked: Bool { get }

    func mark() async throws(JournalError) -> CopyMark?

    /// Replaces the mark, or removes it.
    func setMark(_ mark: CopyMark?) async throws(JournalError)
}
