/// A sparse list with edits applied that the server has not put into its order yet.
///
/// The edits go through the editing core, on a list in which one row, a *placeholder*, stands for each gap; a
/// gap is cut in two where an edit puts a row into it. So rules, clamping and groups are those of a whole
/// list as far as the rows are held. What an edit does to rows in gaps is not shown: it skips them.
public struct SparseDraft: Sendable {
    private var list: EditableList
    private var placeholders: [RowID: Placeholder] = [:]
    private var holes: Set<RowID>
    private let base: SparseList
    private var lastPlaceholder = 0

    /// What a placeholder stands for.
    private struct Placeholder {
        var length: Int
        /// The path of its first row in the list without the edits.
        let start: IndexPath
    }

    /// A draft of a list, without edits yet.
    ///
    /// - Complexity: O(s + r) for s sections and r rows that are held.
    public init(_ base: SparseList) {
        self.base = base
        holes = Set(base.holes)
        list = EditableList(
            ListState(revision: 0, title: base.title, rules: base.rules, sections: []))
        let states = base.sections.indices.map { index in
            let section = base.sections[index]
            return SectionState(
                id: section.id, title: section.title, rules: section.rules, rows: rows(of: index))
        }
        list = EditableList(
            ListState(revision: 0, title: base.title, rules: base.rules, sections: states))
        // Only the server rebases edits.
        list.historyLimit = 0
    }

    /// The rows of a section: those that are held, and placeholders, which lie in one band each.
    private mutating func rows(of index: Int) -> [Row] {
        let section = base.sections[index]
        let bands = [
            0, section.top, section.count - section.bottom, section.count,
        ]
        var rows: [Row] = []
        var runs = section.runs[...]
        for gap in section.gaps + [section.count..<section.count] {
            while let run = runs.first, run.start < gap.lowerBound {
                for (offset, held) in run.rows.enumerated() {
                    rows.append(held.row ?? Row(id: held.id, rules: pin(run.start + offset, bands)))
                }
                runs.removeFirst()
            }
            for (start, end) in zip(bands, bands.dropFirst()) {
                let part = gap.clamped(to: start..<end)
                guard !part.isEmpty else { continue }
                let path = IndexPath(section: index, row: part.lowerBound)
                let id = addPlaceholder(Placeholder(length: part.count, start: path))
                rows.append(Row(id: id, rules: pin(part.lowerBound, bands)))
            }
        }
        return rows
    }

    private func pin(_ row: Int, _ bands: [Int]) -> RowRules {
        var rules = RowRules()
        if row < bands[1] { rules.pinned = .top } else if row >= bands[2] { rules.pinned = .bottom }
        return rules
    }

    private mutating func addPlaceholder(_ placeholder: Placeholder) -> RowID {
        lastPlaceholder += 1
        // No id of the protocol has a space.
        let id = RowID(" \(lastPlaceholder)")
        placeholders[id] = placeholder
        return id
    }

    // MARK: Editing

    /// Applies the actions of an edit: all of them, or none.
    ///
    /// Indices count in this list, rows in gaps included.
    ///
    /// - Throws: a `Rejection` where the edit does not apply to what is held.
    /// - Complexity: O(r) for r rows that are held where there is an index among the actions.
    public mutating func apply(
        _ actions: [Action], _ context: EditContext
    ) throws(Rejection) {
        var next = self
        for action in actions {
            let placed = next.placed(action, isSent: false)
            _ = try next.list.apply(Edit(base: nil, actions: [placed]), context)
        }
        self = next
    }

    /// Replaces each index in `actions` by a neighbour that is held or, in the middle of a gap, by the
    /// index of that place in the list without the edits, with the earlier actions applied.
    ///
    /// The server counts an index without the client's other unanswered edits (protocol.md, "Where:
    /// `to`"). After an earlier action of the same edit that moves the place, the index in a gap is that
    /// of the place before it. Such an index, applied here, shows the row as many places further in the gap
    /// as the unanswered edits shift it.
    public func namingNeighbours(_ actions: [Action]) -> [Action] {
        var draft = self
        let context = EditContext(client: ClientID(""), mayGiveRules: true)
        return actions.map { action in
            let named = draft.placed(action, isSent: true)
            try? draft.apply([action], context)
            return named
        }
    }

    /// A place in the list.
    private struct Spot {
        let section: SectionID
        /// The row or placeholder that the place is before.
        let piece: RowID
        /// The row before the place, if it is one and not a placeholder.
        let previous: RowID?
        /// The rows that move to the place.
        let moving: Set<RowID>
    }

    /// The action with its index, if it has one, replaced by the place in this list or, where it is to be
    /// sent, by the place as the server is told it.
    private mutating func placed(_ action: Action, isSent: Bool) -> Action {
        switch action {
        case .insertRow(let row, let fields, let rules, .index(let section, let index)):
            .insertRow(
                row: row, fields: fields, rules: rules,
                to: target(section, index, [], isSent))
        case .moveRow(let row, .index(let section, let index)):
            .moveRow(row, to: target(section, index, [row], isSent))
        case .moveRows(let rows, .index(let section, let index)):
            .moveRows(rows, to: target(section, index, Set(rows), isSent))
        case .updateRow(let row, let fields, let rules, .some) where !isSent:
            // Only the server knows who changed the row last.
            .updateRow(row: row, fields: fields, rules: rules, ifRevision: nil)
        default: action
        }
    }

    private mutating func target(
        _ section: SectionID, _ index: Int, _ moving: Set<RowID>, _ isSent: Bool
    ) -> RowTarget {
        guard let spot = spot(section, index, moving) else { return .end(section) }
        return isSent ? sent(spot) : .before(spot.piece)
    }

    /// The place with an index, counted without the rows that move; nil: the end.
    ///
    /// A placeholder is cut there.
    private mutating func spot(
        _ section: SectionID, _ index: Int, _ moving: Set<RowID>
    ) -> Spot? {
        guard let number = list.sectionIndex(of: section) else { return nil }
        var left = max(0, index)
        var previous: RowID?
        var found: (piece: RowID, offset: Int, row: Int)?
        var row = 0
        list.forEachRow(in: number) { piece in
            defer { row += 1 }
            guard found == nil, !moving.contains(piece.id) else { return }
            let length = placeholders[piece.id]?.length ?? 1
            if left < length {
                found = (piece.id, left, row)
            } else {
                left -= length
                previous = piece.id
            }
        }
        guard var found else { return nil }
        if found.offset > 0 {
            let path = IndexPath(section: number, row: found.row)
            previous = found.piece
            found.piece = cut(found.piece, after: found.offset, at: path)
        }
        return Spot(
            section: section, piece: found.piece,
            previous: previous.flatMap { placeholders[$0] == nil ? $0 : nil }, moving: moving)
    }

    /// Cuts a placeholder in two.
    ///
    /// - Returns: the second one.
    private mutating func cut(_ id: RowID, after offset: Int, at path: IndexPath) -> RowID {
        guard let placeholder = placeholders[id], let row = list.row(id) else { return id }
        placeholders[id]?.length = offset
        let start = IndexPath(
            section: placeholder.start.section, row: placeholder.start.row + offset)
        let rest = addPlaceholder(Placeholder(length: placeholder.length - offset, start: start))
        var set = ChangeSet()
        set.insertedRows = [
            RowInsertion(
                row: rest, at: IndexPath(section: path.section, row: path.row + 1),
                fields: Fields(), rules: row.rules)
        ]
        // Replayed and not applied: no rule of the list is about placeholders.
        try? list.replay(set, by: ClientID(""))
        return rest
    }

    /// A place as the server is told it.
    private func sent(_ spot: Spot) -> RowTarget {
        if placeholders[spot.piece] == nil { return .before(spot.piece) }
        if let previous = spot.previous { return .after(previous) }
        guard let start = placeholders[spot.piece]?.start else { return .end(spot.section) }
        // An index counts after the rows that move are taken out.
        let before = spot.moving.count { id in
            base.path(of: id).map { $0.section == start.section && $0.row < start.row } ?? false
        }
        return .index(base.sections[start.section].id, start.row - before)
    }

    // MARK: Reading

    /// The list with the edits applied.
    ///
    /// - Complexity: O(s + r) for s sections and r rows that are held.
    public var sparse: SparseList {
        var sections: [SparseList.Section] = []
        var runs: [SparseList.Run] = []
        for index in 0..<list.sectionCount {
            let (id, title, rules, _) = list.section(at: index)
            var section = SparseList.Section(
                id: id, title: title, rules: rules, count: 0, top: 0, bottom: 0)
            var rows: [HeldRow] = []
            func endRun() {
                guard !rows.isEmpty else { return }
                let at = IndexPath(section: index, row: section.count - rows.count)
                runs.append(SparseList.Run(at: at, rows: rows))
                rows = []
            }
            list.forEachRow(in: index) { row in
                let length = placeholders[row.id]?.length
                if length == nil {
                    rows.append(holes.contains(row.id) ? HeldRow(hole: row.id) : HeldRow(row))
                } else {
                    endRun()
                }
                section.count += length ?? 1
                switch row.rules.pinned {
                case .top: section.top += length ?? 1
                case .bottom: section.bottom += length ?? 1
                case nil: break
                }
            }
            endRun()
            sections.append(section)
        }
        let drawn = try? SparseList(
            revision: base.revision, title: list.title, rules: list.rules, sections: sections,
            runs: runs)
        return drawn ?? base
    }
}
