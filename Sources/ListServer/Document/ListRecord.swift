import ListEditing

/// What one append says: the steps of a batch, and how far each client in it is answered.
struct ListRecord: Sendable {
    /// The highest id that was answered of one client, and its name where it has one.
    struct Answered: Hashable, Sendable {
        var client: ClientID
        var highest: Int
        var name: String?
    }

    var steps: [RecordStep] = []
    /// Clients that the list remembers; a set by any other one leaves no trace but its changes.
    var answered: [Answered] = []

    var hasSets: Bool {
        steps.contains { step in
            if case .set = step { true } else { false }
        }
    }

    var sets: [SequencedSet] {
        steps.compactMap { step in
            if case .set(let set) = step { set } else { nil }
        }
    }
}
