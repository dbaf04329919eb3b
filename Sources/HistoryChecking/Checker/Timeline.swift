import ListEditing
import ListProtocol

/// One life of one list as all observers together saw it, replayed from its creation.
struct Timeline {
    let key: ListKey
    /// What it was created with; nil: somebody else made it.
    let content: PlainState?
    /// The sets by their revisions.
    private(set) var sets: [Int: SeenSet] = [:]
    private(set) var newest = 0
    /// The earliest snapshot of each revision: where a replay goes on behind a gap.
    private var snapshots: [Int: PlainState] = [:]
    /// Sets seen under one revision that are not the same.
    private(set) var conflicts: [Finding] = []
    /// A set that could not be applied.
    private(set) var misfits: [Finding] = []
    /// Stretches without a gap, by their revisions.
    private(set) var stretches: [PlainList] = []
    /// Whether somebody was told that it was deleted, and the number of that event.
    var died: Int?
    /// The server says that it keeps no sets up to this revision any more.
    var forgotten = 0

    init(key: ListKey, content: PlainState?) {
        self.key = key
        self.content = content
    }

    /// Takes a set that somebody saw.
    mutating func see(_ set: PublishedSet, in frame: [UInt8], by observer: String) {
        guard let known = sets[set.revision] else {
            sets[set.revision] = SeenSet(set: set, frame: frame)
            newest = max(newest, set.revision)
            return
        }
        guard known.set != set else { return }
        conflicts.append(
            finding(
                "\(observer) was sent another set than others under this revision", set.revision,
                [known.frame, frame]))
    }

    mutating func see(_ snapshot: HeardSnapshot) {
        if snapshots[snapshot.revision] == nil { snapshots[snapshot.revision] = snapshot.state }
    }

    /// The list at a revision, as far as the sets lead there.
    func state(at revision: Int) -> PlainState? {
        stretch(with: revision)?.state(at: revision)
    }

    /// The list as it was at a revision, so that edits can be tried there.
    func list(at revision: Int) -> PlainList? {
        stretch(with: revision)?.rewound(to: revision)
    }

    private func stretch(with revision: Int) -> PlainList? {
        stretches.last { $0.origin <= revision && revision <= $0.revision }
    }

    /// Revisions of which nobody saw a set although the server should still have it.
    var gaps: [Int] {
        newest <= forgotten
            ? []
            : ((max(forgotten, 0) + 1)...max(newest, forgotten + 1)).filter {
                $0 <= newest && sets[$0] == nil
            }
    }

    /// Applies the sets one by one; goes on from a snapshot behind a gap.
    mutating func replay() {
        if let content {
            run(PlainList(content))
        } else {
            restart(at: 0)
        }
    }

    private mutating func restart(at revision: Int) {
        let next = snapshots.keys.filter { $0 >= revision }.min()
        if let next, let state = snapshots[next] { run(PlainList(state, revision: next)) }
    }

    private mutating func run(_ start: PlainList) {
        var list = start
        while let seen = sets[list.revision + 1] {
            var state = list.state
            do throws(PlainState.Misfit) {
                try state.apply(seen.set.changes)
            } catch {
                misfits.append(
                    finding(
                        "the set does not apply: \(error.text)", seen.set.revision, [seen.frame])
                )
                break
            }
            list.advance(to: state, restless: Self.restless(seen.set.changes, list.sections))
        }
        stretches.append(list)
        if list.revision < newest { restart(at: list.revision + 1) }
    }

    /// What a set moved or took away: an index is not carried along with it.
    private static func restless(_ set: ChangeSet, _ before: [PlainSection]) -> Set<String> {
        var names = Set(set.movedRows.map(\.row.text))
        names.formUnion(set.deletedRows.map(\.row.text))
        names.formUnion(set.movedSections.map { "#\($0.section.text)" })
        for gone in set.deletedSections {
            names.insert("#\(gone.section.text)")
            for row in before[gone.at].rows { names.insert(row.id.text) }
        }
        return names
    }

    /// Evidence about this list.
    func finding(_ text: String, _ revision: Int? = nil, _ frames: [[UInt8]] = []) -> Finding {
        Finding(text, list: key.name, revision: revision, messages: frames.map(\.text))
    }
}
