// Canonical equivalence in this file: lists are known by their ids and epochs, which this program has made or checked.
import ListJournal

/// How far a hook was notified of each list, and what of that is to be saved.
package struct HookCursorTable {
    private var cursors: [String: HookCursor] = [:]
    private var unsaved: Set<String> = []
    /// Lists of which a cursor is being saved.
    private var underWay: Set<String> = []

    /// Deleted lists with one id of which a hook was not told, at most; the oldest are given up.
    private static let mostGone = 100

    init(_ cursors: [HookCursor] = []) {
        for cursor in cursors { self.cursors[cursor.list] = cursor }
    }

    subscript(list: String) -> HookCursor { cursors[list] ?? HookCursor(list: list) }

    var all: some Collection<HookCursor> { cursors.values }

    /// The hook was notified of something.
    mutating func note(_ progress: HookReader.Step.Progress, of list: String) {
        var cursor = self[list]
        switch progress {
        case .deleted(let epoch):
            if cursor.gone.first == epoch {
                cursor.gone.removeFirst()
            } else if cursor.epoch == epoch {
                (cursor.epoch, cursor.position) = (nil, nil)
            }
        case .notified(let epoch, let position):
            guard cursor.epoch == nil || cursor.epoch == epoch else { return }
            (cursor.epoch, cursor.position) = (epoch, position)
        }
        replace(cursor)
    }

    /// The list of this epoch is about to be deleted: from then on only the cursor tells that there was one.
    ///
    /// - Returns: Whether that is not saved yet, as far as is known.
    mutating func noteEnd(of list: String, epoch: String) -> Bool {
        var cursor = self[list]
        if cursor.epoch != epoch {
            if let earlier = cursor.epoch { cursor.gone.append(earlier) }
            cursor.gone.removeFirst(max(0, cursor.gone.count - Self.mostGone))
            (cursor.epoch, cursor.position) = (epoch, nil)
            replace(cursor)
        }
        return cursor.place == 0 || unsaved.contains(list) || underWay.contains(list)
    }

    /// Goes back to a position of a list, and tells again what is behind it.
    ///
    /// What was not told before is left out by no position: not the list's sets, its creation, or the deletion of
    /// the one before it.
    ///
    /// - Returns: The revision after which it tells.
    mutating func goBack(to position: JournalPosition, in head: ListHead) -> Int {
        var cursor = self[head.list]
        guard cursor.epoch == head.epoch, let notified = cursor.position else { return 0 }
        guard notified.revision > position.revision else { return notified.revision }
        cursor.position = position
        replace(cursor)
        return position.revision
    }

    private mutating func replace(_ cursor: HookCursor) {
        cursors[cursor.list] = cursor
        unsaved.insert(cursor.list)
    }

    /// Takes over what other servers were told, but for lists of which this one knows better.
    mutating func refresh(_ stored: [HookCursor], except busy: Set<String>) {
        let kept = cursors.filter { unsaved.contains($0.key) || busy.contains($0.key) }
        self.cursors = Dictionary(stored.map { ($0.list, $0) }) { $1 }.merging(kept) { $1 }
    }

    /// Takes over what the journal has of a list, if another server was told more of it.
    mutating func take(_ stored: HookCursor?, of list: String) {
        guard (stored?.place ?? 0) != self[list].place else { return }
        cursors[list] = stored
        unsaved.remove(list)
    }

    // MARK: Saving

    var isSaved: Bool { unsaved.isEmpty }

    mutating func takeUnsaved() -> [HookCursor] {
        // In order: a simulation repeats what it did.
        let taken = unsaved.subtracting(underWay).sorted()
        unsaved.subtract(taken)
        underWay.formUnion(taken)
        return taken.map { self[$0] }
    }

    mutating func notSaved(_ cursors: [HookCursor]) {
        for cursor in cursors {
            underWay.remove(cursor.list)
            unsaved.insert(cursor.list)
        }
    }

    /// - Returns: Whether another server was told more of the list, or less.
    mutating func noteSaved(_ saved: SavedCursor) -> Bool {
        let list = saved.cursor.list
        underWay.remove(list)
        guard saved.isOwn else {
            cursors[list] = saved.cursor.isEmpty && saved.cursor.place == 0 ? nil : saved.cursor
            unsaved.remove(list)
            return true
        }
        cursors[list]?.place = saved.cursor.place
        if self[list].isEmpty, !unsaved.contains(list) { cursors[list] = nil }
        return false
    }
}
