import ListEditing
import ListProtocol

/// The sets and states of one epoch of a list, joined from all observers.
struct Timeline {
    let key: ListKey
    /// The content at revision 0; nil: unknown, as no client of the run created the list.
    let content: ModelState?
    /// The sets by their revisions.
    private(set) var sets: [Int: ObservedSet] = [:]
    private(set) var newest = 0
    /// The earliest snapshot of each revision: the replay continues from one after a gap.
    private var snapshots: [Int: ModelState] = [:]
    /// Different sets under one revision.
    private(set) var conflicts: [Violation] = []
    /// Sets that could not be applied.
    private(set) var unappliable: [Violation] = []
    /// The replayed states: one list for each run of revisions without a gap, in order.
    private var stretches: [ModelList] = []
    /// The index of the first event that tells a client of the list's deletion.
    private(set) var deletedAt: Int?
    /// Whether the server says that there is no such list, and has not shown it since.
    private(set) var isAbsent = false
    /// Whether clients are notified that the list is deleted: to all, or by that there is none.
    var isDeleted: Bool { deletedAt != nil || isAbsent }
    /// The newest revision of which the server says that it no longer keeps the set.
    private(set) var forgotten = 0

    init(key: ListKey, content: ModelState?) {
        self.key = key
        self.content = content
    }

    // MARK: Recording

    /// Records a set that an observer was sent.
    mutating func observe(_ set: PublishedChange, in frame: [UInt8], by observer: String) {
        guard let known = sets[set.revision] else {
            sets[set.revision] = ObservedSet(set: set, frame: frame)
            newest = max(newest, set.revision)
            return
        }
        guard known.set != set else { return }
        conflicts.append(
            violation(
                "\(observer) was sent another set than others under this revision", set.revision,
                [known.frame, frame]))
    }

    mutating func observe(_ snapshot: ObservedSnapshot) {
        if snapshots[snapshot.revision] == nil { snapshots[snapshot.revision] = snapshot.state }
    }

    /// Records that the server no longer keeps the sets up to a revision.
    mutating func forget(through revision: Int) { forgotten = max(forgotten, revision) }

    mutating func noteDeletion(at moment: Int) { deletedAt = deletedAt ?? moment }

    mutating func note(isAbsent: Bool) { self.isAbsent = isAbsent }

    // MARK: Replay

    /// Applies the sets one by one; continues from a snapshot after a gap.
    mutating func replay() {
        if let content {
            replay(from: ModelList(content))
        } else {
            resume(at: 0)
        }
    }

    /// Continues from the first snapshot at or after a revision.
    private mutating func resume(at revision: Int) {
        let next = snapshots.keys.filter { $0 >= revision }.min()
        if let next, let state = snapshots[next] { replay(from: ModelList(state, revision: next)) }
    }

    private mutating func replay(from start: ModelList) {
        var list = start
        while let observed = sets[list.revision + 1] {
            var state = list.state
            do throws(ApplyError) {
                try state.apply(observed.set.changes)
            } catch {
                unappliable.append(
                    violation(
                        "the set does not apply: \(error.text)", observed.set.revision,
                        [observed.frame]))
                break
            }
            list.advance(
                to: state, displaced: Self.displaced(observed.set.changes, list.sections))
        }
        stretches.append(list)
        if list.revision < newest { resume(at: list.revision + 1) }
    }

    /// The ids that a set moves or deletes: an index is not rebased along them.
    private static func displaced(_ set: ChangeSet, _ before: [ModelSection]) -> Set<String> {
        var ids = Set(set.movedRows.map(\.row.text))
        ids.formUnion(set.deletedRows.map(\.row.text))
        ids.formUnion(set.movedSections.map { "#\($0.section.text)" })
        for deleted in set.deletedSections {
            ids.insert("#\(deleted.section.text)")
            for row in before[deleted.at].rows { ids.insert(row.id.text) }
        }
        return ids
    }

    // MARK: States

    /// The state at a revision; nil where no sets lead there.
    func state(at revision: Int) -> ModelState? {
        stretch(with: revision)?.state(at: revision)
    }

    /// The list as it was at a revision, so that an edit can be applied there.
    func list(at revision: Int) -> ModelList? {
        stretch(with: revision)?.rewound(to: revision)
    }

    private func stretch(with revision: Int) -> ModelList? {
        stretches.last { $0.origin <= revision && revision <= $0.revision }
    }

    /// The revisions of which no client was sent a set, although the server should keep it.
    var gaps: [Int] {
        newest <= forgotten
            ? []
            : ((max(forgotten, 0) + 1)...max(newest, forgotten + 1)).filter {
                $0 <= newest && sets[$0] == nil
            }
    }

    /// Creates a violation of this list.
    func violation(_ text: String, _ revision: Int? = nil, _ frames: [[UInt8]] = []) -> Violation {
        Violation(text, list: key.name, revision: revision, messages: frames.map(\.text))
    }
}

/// A change set, and the first frame in which a client received it.
struct ObservedSet {
    let set: PublishedChange
    let frame: [UInt8]
}

/// A list as a server showed it.
struct SnapshotRecord {
    let snapshot: ObservedSnapshot
    let frame: [UInt8]
    let source: SnapshotSource

    var key: ListKey { ListKey(name: snapshot.list, epoch: snapshot.epoch) }
}

/// How a snapshot was read.
enum SnapshotSource: Equatable {
    case session
    /// By `GET`, with the `ETag` of the response.
    case http(tag: String?)
}

/// A catchup: sets that must lead from one state to another.
struct CatchupRecord {
    let list: ListKey
    /// The revision that the client asked to resume from.
    let since: Int
    /// The revision that the server says the sets start from.
    let from: Int
    let revision: Int
    let sets: [ObservedSet]
    let frame: [UInt8]
}

extension [UInt8] {
    /// The bytes of a message as text, for people.
    var text: String { String(decoding: self, as: UTF8.self) }
}
