public import ListEditing
public import Observation

/// A list as a view shows it: follows a ``SharedList`` on the main actor, with this client's own edits
/// applied at once.
///
///     let model = ObservedList(try await client.open("groceries"))
///     Task { await model.follow() }
///
/// SwiftUI reads its properties, and is updated when they change. A table or collection view sets
/// ``onChange``, and is given the steps that lead from what it shows to what is there now, each a valid batch
/// update.
///
/// Each change costs O(n log n) in the rows: for lists that a person looks at. Longer ones open a window.
@MainActor @Observable public final class ObservedList {
    /// A section with its rows, in order.
    public struct Section: Identifiable, Sendable, Hashable {
        /// Its id.
        public let id: SectionID
        /// Its title.
        public let title: String
        /// Its rules, which narrow the list's.
        public let rules: Rules
        /// Its rows in order; ``/ListEditing/Row/id`` tells them apart.
        public let rows: [Row]
    }

    /// The list's title.
    public private(set) var title = ""
    /// The list's rules.
    public private(set) var rules = Rules()
    /// The sections in order.
    public private(set) var sections: [Section] = []
    /// The revision that is shown, without own edits that are not answered.
    public private(set) var revision = 0
    /// The list's status.
    public private(set) var status = ListStatus.opening
    /// The other clients that have the list open, by name.
    public private(set) var participants: [Participant] = []
    /// Why the last edit of this model was refused; nil: it was not.
    public private(set) var refusal: EditRefusal?

    /// The list that is followed.
    @ObservationIgnored public let list: SharedList
    /// Called with each step from what was shown to what is shown from now on, in order.
    ///
    /// The paths of deletions, updates and the beginnings of moves count in the list before the step, those of
    /// insertions and the ends of moves in ``sections`` as they are after it; `state` is the list then.
    @ObservationIgnored public var onChange: ((_ step: ChangeSet, _ state: EditableList) -> Void)?
    @ObservationIgnored private var shown: EditableList
    @ObservationIgnored private var refreshes = 0
    /// The number of the refresh that is shown.
    @ObservationIgnored private var lastShown = 0

    /// A model that shows nothing before ``follow()``.
    public init(_ list: SharedList) {
        self.list = list
        shown = EditableList(ListState(revision: 0, title: "", rules: Rules(), sections: []))
    }

    /// Follows the list until it is gone, the client stops, or the task is cancelled.
    public func follow() async {
        let events = await list.events
        status = await list.status
        participants = await list.participants
        await refresh()
        for await event in events {
            switch event {
            case .changed, .replaced: await refresh()
            case .presence(let participants): self.participants = participants
            case .status(let status): self.status = status
            case .answered(_, .refused(let refusal)):
                self.refusal = refusal
                await refresh()
            case .answered, .mismatched: break
            }
        }
        status = await list.status
    }

    /// Makes an edit, which is shown at once, and taken back where it is refused.
    ///
    /// What became of it is told by ``refusal``.
    ///
    /// - Throws: as ``SharedList/post(_:)``.
    public func edit(_ actions: [Action]) async throws(ListClientError) {
        refusal = nil
        if case .failure(let refusal) = try await list.post(actions) { self.refusal = refusal }
        await refresh()
    }

    /// Reverts this client's last edit of the list that is not reverted yet.
    public func undo() async throws(ListClientError) {
        if case .failure(let refusal) = try await list.post(.undo()) { self.refusal = refusal }
    }

    /// Repeats the edit that was reverted last.
    public func redo() async throws(ListClientError) {
        if case .failure(let refusal) = try await list.post(.redo()) { self.refusal = refusal }
    }

    /// Shows the list as it is now.
    private func refresh() async {
        refreshes += 1
        let number = refreshes
        let next = await list.kept
        // What a later one has shown meanwhile is not older; a list that is kept no more stays as it is shown.
        guard let next, number > lastShown else { return }
        lastShown = number
        let changes = shown.changes(to: next)
        revision = next.revision
        guard !changes.isEmpty else { return }
        var state = shown
        // The changes come from the list itself: they fit it, and each step the one before it.
        let steps = onChange == nil ? [] : (try? shown.steps(of: changes)) ?? []
        shown = next
        title = next.title
        rules = next.rules
        sections = next.state().sections.map {
            Section(id: $0.id, title: $0.title, rules: $0.rules, rows: $0.rows)
        }
        for step in steps {
            try? state.replay(step, by: ClientID(""))
            onChange?(step, state)
        }
    }
}
