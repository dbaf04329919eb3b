package import ListEditing
package import ListProtocol

/// What a session with a window asked for last: the rows that it is sent, where it is behind, in place
/// of the whole list.
///
/// It holds on to rows by their ids, so that the place stays the same while others edit. A range that
/// was asked for by its path holds on to its first row as soon as it is answered.
package struct RememberedWindow: Hashable, Sendable {
    private var window: ListWindow
    /// The first of the ranges that were asked for last; nil: it asked in another form.
    private var range: RowRange?

    package init(_ window: ListWindow) {
        self.window = window
        cut()
    }

    /// Takes note of the rows that the session asks for.
    ///
    /// Of ids, the places that it asked for before stay as well: they count where none of the ids is
    /// in the list. Selections of ids alone show nothing, so they do not count.
    package mutating func note(_ selection: RowSelection) {
        guard !selection.isOnlyIDs else { return }
        switch selection.rows {
        case .window(let asked):
            (window, range) = (asked, nil)
        case .ranges(let ranges):
            guard let first = ranges.first else { return }
            (window, range) = (ListWindow(around: [], before: 0, after: first.rows), first)
        case .ids(let ids):
            window.around = ids.prefix(ListWindow.mostPlaces).map { .row($0) } + window.around
        }
        cut()
    }

    /// The range that was asked for last begins with this row.
    package mutating func noteFirstRow(_ row: RowID) {
        if range != nil { window.around = [.row(row)] }
    }

    /// The window as it is to be read from `list`.
    package func window(in list: EditableList) -> ListWindow {
        guard let range, range.at.section < list.sectionCount else { return window }
        var window = window
        window.around.append(.index(list.section(at: range.at.section).id, range.at.row))
        return window
    }

    private mutating func cut() {
        window.around = Array(window.around.prefix(ListWindow.mostPlaces))
    }
}
