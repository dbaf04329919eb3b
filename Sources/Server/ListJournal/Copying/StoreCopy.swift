// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import Foundation

/// Copies all lists of a store into another one.
///
/// Lists keep their revisions, the numbers and times of their records, and with them answered ids and
/// undo. They also keep their epochs where they are moved, so that clients just reconnect; a copy of a
/// store that goes on being used, or was moved before, gets new ones, so that clients of one never
/// take the other for it.
package struct StoreCopy: Sendable {
    /// A store and its name in marks and messages.
    package struct Source: Sendable {
        package var name: String
        package var lists: any JournalReading
        /// Marks the store as moved; nil where it goes on being used.
        package var marks: (any MarkedStore)?

        package init(name: String, lists: any JournalReading, marks: (any MarkedStore)?) {
            self.name = name
            self.lists = lists
            self.marks = marks
        }
    }

    /// What was done.
    package struct Summary: Hashable, Sendable {
        /// Lists in the source.
        package var lists = 0
        /// Lists that were in the target as they are in the source.
        package var skipped = 0
        /// Lists that were in the target, and are not in the source any more.
        package var removed = 0
        /// Lists of the target that the source has not: they were there before, or were deleted in the source
        /// since the copying began.
        package var others: [String] = []
        /// Records that were copied.
        package var records = 0
        /// Whether the source is marked as moved; else every list has a new epoch.
        package var isMoved = false
    }

    private let source: Source
    private let target: any CopyTarget
    private let targetName: String

    /// Lists that are copied at a time.
    private static let width = 16
    /// Lists of more rows are copied one at a time, after all others.
    private static let largeRows = 10_000

    package init(from source: Source, to target: any CopyTarget, named name: String) {
        self.source = source
        self.target = target
        targetName = name
    }

    /// Copies what is not there yet.
    ///
    /// - Parameter progress: Called from any thread with the change sets that are copied, and all of them.
    /// - Throws: `CopyRefusal` before anything was written; `JournalError`, after which another call goes
    ///   on.
    @concurrent
    package func run(progress: @escaping @Sendable (Int, Int) -> Void) async throws -> Summary {
        let (mark, earlier) = try await agree()
        let heads = try await source.lists.heads()
        let (wanted, skipped, others, hasLists) = try await compare(
            heads, mark, isResumed: earlier != nil)
        let gone = mark.isAlone ? others : []
        // A target with lists of its own is not marked for lists that cannot be copied.
        let isChecked = earlier == nil && hasLists
        let meter = CopyMeter(
            total: weight(heads) + (isChecked ? weight(wanted) : 0), report: progress)
        meter.add(weight(skipped))
        if isChecked {
            try await copyAll(
                wanted, mark, { sets, _ in meter.add(sets) }, to: { _ in DiscardingWriter() })
        }
        if earlier == nil { try await target.setMark(mark) }
        for head in gone { try await target.delete(list: head.list, epoch: head.epoch) }
        try await copyAll(
            wanted, mark, { meter.add($0, records: $1) },
            to: { plan throws(JournalError) in try await target.begin(plan) })
        if mark.keepsEpochs, let marks = source.marks { try await markMoved(marks, mark, heads) }
        try await target.setMark(nil)
        return Summary(
            lists: heads.count, skipped: skipped.count, removed: gone.count,
            others: earlier == nil || mark.isAlone ? [] : others.map(\.list),
            records: meter.records, isMoved: mark.keepsEpochs)
    }

    // MARK: Before

    /// The mark of this copying in the target, and that which is there already.
    private func agree() async throws -> (CopyMark, earlier: CopyMark?) {
        let earlier = try await target.mark()
        let moved = try await source.marks?.mark()
        if let earlier, earlier.kind == .moved {
            throw CopyRefusal(
                "\(targetName) cannot take lists: \(earlier.reason(in: targetName))")
        }
        if let earlier, earlier.place != source.name {
            throw CopyRefusal(earlier.reason(in: targetName))
        }
        // A mark of this very copying is from its last steps.
        let isUnused = moved == nil || moved?.id == earlier?.id
        let keepsEpochs = source.marks != nil && isUnused
        if let earlier {
            guard earlier.keepsEpochs == keepsEpochs else {
                throw CopyRefusal(
                    "the copying of \(source.name) to \(targetName) was begun "
                        + (keepsEpochs ? "with --live: give it again" : "without --live: leave it"))
            }
            return (earlier, earlier)
        }
        let isEmpty = try await target.heads().isEmpty
        let id =
            (isEmpty ? CopyMark.emptyPrefix : "") + Hexadecimal.text(.random(in: .min ... .max))
        return (
            CopyMark(.filling, id: id, place: source.name, keepsEpochs: keepsEpochs), nil
        )
    }

    /// The lists that are to be copied, those that are there as they are, and those that only the target has.
    ///
    /// - Returns: Also whether the target has any lists.
    /// - Throws: `CopyRefusal`, naming all lists that are in the way.
    private func compare(
        _ heads: [ListHead], _ mark: CopyMark, isResumed: Bool
    ) async throws -> (
        wanted: [ListHead], skipped: [ListHead], others: [ListHead], hasLists: Bool
    ) {
        let there = Dictionary(try await target.heads().map { ($0.list, $0) }) { $1 }
        var (wanted, skipped, refused) = ([ListHead](), [ListHead](), [String]())
        for head in heads {
            guard head.position != .unreadable else {
                refused.append("\(head.list): its head cannot be read in \(source.name)")
                continue
            }
            guard let other = there[head.list] else {
                wanted.append(head)
                continue
            }
            let isSameList = other.epoch == mark.epoch(of: head)
            if isSameList, try await isCopied(head, other) {
                skipped.append(head)
            } else if isResumed, mark.isAlone {
                // Whatever was done to it in the source since.
                wanted.append(head)
            } else if !isSameList {
                refused.append("\(head.list): another list with this id is there")
            } else if isResumed, other.position == head.position {
                wanted.append(head)
            } else if isResumed, other.position.token < head.position.token {
                // It was copied, and edited since: no server had the copy.
                wanted.append(head)
            } else {
                refused.append(
                    "\(head.list): it is at revision \(other.position.revision) there, and at "
                        + "\(head.position.revision) in \(source.name)")
            }
        }
        guard refused.isEmpty else {
            let shown = refused.prefix(10).joined(separator: "; ")
            let more = refused.count > 10 ? "; and \(refused.count - 10) more" : ""
            throw CopyRefusal(
                "nothing was copied, since lists in \(targetName) would be overwritten, or lists in "
                    + "\(source.name) cannot be read (\(shown)\(more)): delete them where they are "
                    + "not needed, or copy to a new store")
        }
        let ids = Set(heads.map(\.list))
        let others = there.values.filter { !ids.contains($0.list) }
            .sorted { $0.list < $1.list }
        return (wanted, skipped, others, !there.isEmpty)
    }

    /// Whether the target has a list as it is in the source, its named versions too, which no edit tells of.
    private func isCopied(_ head: ListHead, _ other: ListHead) async throws -> Bool {
        guard other.position == head.position, other.title == head.title, other.rows == head.rows
        else { return false }
        let versions = Set(try await source.lists.versions(list: head.list))
        return versions == Set(try await target.versions(list: head.list))
    }

    // MARK: Lists

    /// - Parameter report: Called with the weight of each list that is done, and its records.
    private func copyAll(
        _ heads: [ListHead], _ mark: CopyMark, _ report: @escaping @Sendable (Int, Int) -> Void,
        to begin: @escaping ListCopy.Begin
    ) async throws {
        let (large, others) = (
            heads.filter { $0.rows > Self.largeRows }, heads.filter { $0.rows <= Self.largeRows }
        )
        try await copy(others, mark, Self.width, report, to: begin)
        try await copy(large, mark, 1, report, to: begin)
    }

    private func copy(
        _ heads: [ListHead], _ mark: CopyMark, _ width: Int,
        _ report: @escaping @Sendable (Int, Int) -> Void, to begin: @escaping ListCopy.Begin
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, head) in heads.enumerated() {
                if index >= width { try await group.next() }
                group.addTask {
                    let list = ListCopy(source: source.lists, begin: begin, name: source.name)
                    let records = try await list.run(head.list, mark)
                    report(weight([head]), records)
                }
            }
            try await group.waitForAll()
        }
    }

    private func weight(_ heads: [ListHead]) -> Int {
        heads.reduce(0) { $0 + $1.position.revision + 1 }
    }

    // MARK: After

    /// Marks the source, after which no server begins to use it, and checks that none did until then.
    private func markMoved(
        _ marks: any MarkedStore, _ mark: CopyMark, _ heads: [ListHead]
    ) async throws {
        var moved = mark
        moved.kind = .moved
        moved.place = targetName
        try await marks.setMark(moved)
        guard !marks.isLocked else { return }
        let now = try await source.lists.heads()
        guard now != heads else { return }
        try await marks.setMark(nil)
        let before = Dictionary(uniqueKeysWithValues: heads.map { ($0.list, $0) })
        let changed = now.filter { before[$0.list] != $0 }.map(\.list)
        throw CopyRefusal(
            "lists of \(source.name) were edited while they were copied"
                + (changed.first.map { " (\($0))" } ?? "")
                + ": stop all its servers, then run this again; or copy with --live")
    }
}

/// Why nothing is copied, or the copying not ended, and what to do; for people.
package struct CopyRefusal: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

extension CopyMark {
    /// The epoch of a list where it is copied to: its own, or one that follows from this copying, so that
    /// going on with it gives the same.
    func epoch(of head: ListHead) -> String {
        guard !keepsEpochs else { return head.epoch }
        var sum = ChainedChecksum()
        for text in [id, head.list, head.epoch] { sum.update(Array(text.utf8)[...]) }
        return Hexadecimal.text(sum.value)
    }
}

/// Counts what is copied; safe to use from any thread.
private final class CopyMeter: Sendable {
    private let total: Int
    private let report: @Sendable (Int, Int) -> Void
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var done = 0
    nonisolated(unsafe) private var copied = 0

    init(total: Int, report: @escaping @Sendable (Int, Int) -> Void) {
        self.total = total
        self.report = report
    }

    var records: Int { lock.withLock { unsafe copied } }

    func add(_ sets: Int, records: Int = 0) {
        let reached = lock.withLock {
            unsafe copied += records
            unsafe done += sets
            return unsafe done
        }
        report(reached, total)
    }
}
