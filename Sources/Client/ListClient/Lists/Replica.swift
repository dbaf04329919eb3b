import ListEditing
import ListProtocol

/// One list as the server has it, whole or a window of it: its state, revision and epoch.
struct Replica: Sendable {
    /// What to do after a message was applied.
    enum FollowUp: Equatable {
        case done
        /// A part of a snapshot was read; more parts follow.
        case partial
        /// Compare the rows that are held with the server's.
        case check
        /// Open the list again from the present revision.
        case openSince
        /// Open the list again, and read it whole; with what did not fit.
        case openAnew(String)
    }

    /// The list, where all of it is held.
    private(set) var list: EditableList?
    /// The list, where a window of it is held.
    private(set) var sparse: SparseList?
    private(set) var epoch: String?
    private let isSparse: Bool
    private var parts: ListState?
    private var nextPart = 0
    /// The author of the newest change set; rows that one client changes one after the other share it.
    private var newestAuthor: RowAuthor?

    /// - Parameter isSparse: Whether it holds a window of the list and not all of it.
    init(isSparse: Bool = false) { self.isSparse = isSparse }

    /// The present revision; 0 before the first snapshot.
    var revision: Int { list?.revision ?? sparse?.revision ?? 0 }

    /// Whether the list has been read.
    var isRead: Bool { list != nil || sparse != nil }

    /// Reads a snapshot, or one of its parts; it replaces the list with the last part.
    ///
    /// - Complexity: O(n) in the part.
    mutating func apply(_ snapshot: Snapshot, part: Int, of count: Int) -> FollowUp {
        if part == 0 {
            parts = snapshot.state
            nextPart = 1
        } else {
            guard part == nextPart, parts != nil else {
                return .openAnew("part \(part) of a snapshot came out of order")
            }
            nextPart += 1
            add(snapshot.state.sections)
        }
        guard nextPart == count else { return .partial }
        let whole = parts
        parts = nil
        guard let whole, Self.hasUniqueIDs(whole) else {
            return .openAnew("a snapshot has an id twice")
        }
        if isSparse {
            // A server that knows no windows sends the whole list.
            do throws(CountError) { sparse = try SparseList(whole) } catch {
                return .openAnew("a snapshot does not fit: \(error.message)")
            }
        } else {
            var list = EditableList(whole)
            // Only the server rebases edits.
            list.historyLimit = 0
            self.list = list
        }
        epoch = snapshot.epoch
        return .done
    }

    /// Adds the sections of a further part; the first one may continue the last section so far.
    private mutating func add(_ sections: [SectionState]) {
        for section in sections {
            if let last = parts?.sections.indices.last, parts?.sections[last].id == section.id {
                parts?.sections[last].rows.append(contentsOf: section.rows)
            } else {
                parts?.sections.append(section)
            }
        }
    }

    /// Replaces the list by the sections and the rows of an outline.
    ///
    /// - Complexity: O(n) in the message.
    mutating func apply(_ outline: Outline) -> FollowUp {
        guard isSparse else { return .openAnew("an outline came, which was not asked for") }
        do throws(CountError) { sparse = try SparseList(outline) } catch {
            return .openAnew("an outline does not fit: \(error.message)")
        }
        epoch = outline.epoch
        return .done
    }

    /// Applies the change sets above the present revision.
    ///
    /// - Parameters:
    ///   - counts: the number of rows of each section after the last change set.
    ///   - applied: called with each change set that was applied.
    /// - Complexity: that of the edits.
    mutating func apply(
        _ sets: [PublishedChange], counts: [Int]?, applied: (PublishedChange) -> Void = { _ in }
    ) -> FollowUp {
        guard let last = sets.last, last.revision > revision else { return .done }
        guard isRead else { return .openAnew("change sets came before the snapshot") }
        for set in sets where set.revision > revision {
            guard set.revision - (set.folds ?? 1) == revision else { return .openSince }
            let counts = set.revision == last.revision ? counts : nil
            let stamp = stamp(of: set)
            do throws(CountError) {
                try list?.replay(
                    set.changes, by: stamp?.author ?? RowAuthor(client: ClientID("")),
                    at: stamp?.at ?? 0, folds: set.folds ?? 1, counts: counts)
                try sparse?.replay(
                    set.changes, stamp: stamp, folds: set.folds ?? 1, counts: counts)
            } catch {
                return .openAnew("revision \(set.revision) does not fit: \(error.message)")
            }
            guard revision == set.revision else {
                return .openAnew("revision \(set.revision) led to \(revision)")
            }
            applied(set)
        }
        return .done
    }

    /// The stamp of a change set, with the author of the one before where it is the same.
    private mutating func stamp(of set: PublishedChange) -> RowStamp? {
        var stamp = set.stamp
        if let newestAuthor, newestAuthor == stamp?.author { stamp?.author = newestAuthor }
        newestAuthor = stamp?.author ?? newestAuthor
        return stamp
    }

    /// Compares the list with the server's head.
    ///
    /// - Complexity: O(n) in the rows where the revisions are equal and the list is held whole.
    func compare(_ head: Head) -> FollowUp {
        guard isRead else { return .openAnew("a head came before the snapshot") }
        if head.revision > revision { return .openSince }
        if head.revision < revision { return .done }
        guard let list else { return .check }
        return list.digest() == head.digest
            ? .done : .openAnew("the order of the rows at revision \(head.revision) differs")
    }

    /// Changes the rows that are held of a window, not what the list is.
    ///
    /// - Returns: Nil where there is no window.
    mutating func withSparse<Result>(
        _ body: (inout SparseList) throws(CountError) -> Result
    ) throws(CountError) -> Result? {
        guard var list = sparse else { return nil }
        sparse = nil
        defer { sparse = list }
        return try body(&list)
    }

    private static func hasUniqueIDs(_ state: ListState) -> Bool {
        var rows: Set<RowID> = []
        var sections: Set<SectionID> = []
        for section in state.sections {
            guard sections.insert(section.id).inserted else { return false }
            for row in section.rows {
                guard rows.insert(row.id).inserted else { return false }
            }
        }
        return true
    }
}
