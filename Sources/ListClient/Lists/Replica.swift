import ListEditing
import ListProtocol

/// What the server has said about one list: its state, revision and epoch.
struct Replica: Sendable {
    /// What is to be done after something was taken.
    enum Outcome: Equatable {
        case done
        /// A part of a snapshot; more are to come.
        case partial
        /// Open again from the revision that is held.
        case openSince
        /// Open again from nothing.
        case openAnew
    }

    private(set) var list: EditableList?
    private(set) var epoch: String?
    private var parts: ListState?
    private var nextPart = 0

    /// The revision that is held; 0 where nothing is.
    var revision: Int { list?.revision ?? 0 }

    /// Takes a snapshot, or one of its parts; it counts once its last part is in.
    ///
    /// O(n) in the part.
    mutating func take(_ snapshot: Snapshot, part: Int, of count: Int) -> Outcome {
        if part == 0 {
            parts = snapshot.state
            nextPart = 1
        } else {
            guard part == nextPart, parts != nil else { return .openAnew }
            nextPart += 1
            add(snapshot.state.sections)
        }
        guard nextPart == count else { return .partial }
        let whole = parts
        parts = nil
        guard let whole, Self.hasUniqueIDs(whole) else { return .openAnew }
        var list = EditableList(whole)
        // Places are carried by the server alone.
        list.historyLimit = 0
        self.list = list
        epoch = snapshot.epoch
        return .done
    }

    /// A section may go on in the next part under the same id.
    private mutating func add(_ sections: [SectionState]) {
        for section in sections {
            if let last = parts?.sections.indices.last, parts?.sections[last].id == section.id {
                parts?.sections[last].rows.append(contentsOf: section.rows)
            } else {
                parts?.sections.append(section)
            }
        }
    }

    /// Applies the sets above the revision held.
    ///
    /// - Parameters:
    ///   - counts: the rows of each section after the last of them.
    ///   - applied: called with each set that is applied.
    /// - Complexity: that of the edits.
    mutating func take(
        _ sets: [PublishedChange], counts: [Int]?, applied: (PublishedChange) -> Void = { _ in }
    ) -> Outcome {
        guard let last = sets.last, last.revision > revision else { return .done }
        guard list != nil else { return .openAnew }
        for set in sets where set.revision > revision {
            guard set.revision - (set.folds ?? 1) == revision else { return .openSince }
            do {
                try list?.replay(
                    set.changes, by: set.client ?? ClientID(""), folds: set.folds ?? 1,
                    counts: set.revision == last.revision ? counts : nil)
            } catch {
                return .openAnew
            }
            guard revision == set.revision else { return .openAnew }
            applied(set)
        }
        return .done
    }

    /// Compares with the server's head.
    ///
    /// O(rows) where the revisions agree.
    func compare(_ head: Head) -> Outcome {
        guard let list else { return .openAnew }
        if head.revision > list.revision { return .openSince }
        if head.revision < list.revision { return .done }
        return list.digest() == head.digest ? .done : .openAnew
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
