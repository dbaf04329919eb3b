/// Clamping: a place that the rules forbid is moved to the nearest allowed one instead of rejected
/// (<doc:PositionsAndClamping>).
///
/// `EditableList.insertRow` and `move` (`EditableList+RowActions.swift`) and undo clamp each place
/// while they apply an action, after it was rebased to the newest list: the list may have changed
/// since the author proposed the place, and every copy of the list that applies the same edits in
/// the same order then clamps it alike. `targetPlace(moving:proposed:)` runs the same steps without
/// an edit.
extension Contents {
    /// Clamps a place by scope, bounds and pins, in this order.
    ///
    /// - Parameters:
    ///   - pin: the band of the rows.
    ///   - home: the slot of the section that the moving rows are in; nil: an insert.
    ///   - isBound: whether the rows may not leave their section, whatever the other section
    ///     allows.
    ///   - moving: the rows that move; none for an insert.
    /// - Returns: the allowed place, and the first step that changed it; nil: none did.
    /// - Complexity: O(1).
    func clamp(
        _ proposed: ProposedPlace, pin: Pin?, home: Int?, isBound: Bool, moving: MovingRows
    ) -> (place: ProposedPlace, why: ClampReason?) {
        var place = proposed
        var why: ClampReason?
        if let home, home != place.slot, isBound || !isReorderable(slot: place.slot) {
            let isLater = index(ofSlot: place.slot) > index(ofSlot: home)
            place.slot = home
            place.row = isLater ? count(slot: home) - moving.count(slot: home) : 0
            why = .scope
        }
        let end = count(slot: place.slot) - moving.count(slot: place.slot)
        if place.row < 0 || place.row > end || place.isBounded {
            place.row = min(max(0, place.row), end)
            why = why ?? .bounds
        }
        let section = self[slot: place.slot]
        // Rows that move together are of one band, and of one section if that band is pinned.
        let inSection = moving.count(slot: place.slot)
        let top = section.top - (pin == .top ? inSection : 0)
        let bottom = section.bottom - (pin == .bottom ? inSection : 0)
        let band =
            switch pin {
            case .top: 0...top
            case nil: top...(end - bottom)
            case .bottom: (end - bottom)...end
            }
        if !band.contains(place.row) {
            place.row = min(max(band.lowerBound, place.row), band.upperBound)
            why = why ?? .pinned
        }
        return (place, why)
    }
}

/// Why rows cannot move, or not to one place together.
enum MoveObstacle: Error {
    /// The row may not move.
    case immovable(RowID)
    /// The row is of another band than the first one.
    case otherBand(RowID)
    /// The row may not leave its section to stand with the first one.
    case stray(RowID)
    /// The section has no room; it holds that many rows.
    case full(slot: Int, Int)
}

extension Contents {
    /// The band of rows that move together; there is at least one.
    func band(of moving: MovingRows) throws(MoveObstacle) -> Pin? {
        for row in moving.rows
        where !isMovable(self[slot: row.slot, row: row.row].row.rules, slot: row.slot) {
            throw .immovable(row.id)
        }
        let pin = moving.rows.first.flatMap { self[slot: $0.slot, row: $0.row].row.rules.pinned }
        for row in moving.rows.dropFirst()
        where self[slot: row.slot, row: row.row].row.rules.pinned != pin {
            throw .otherBand(row.id)
        }
        return pin
    }

    /// Where rows of a band land that are to move to a place; there is at least one.
    func landing(
        of moving: MovingRows, pin: Pin?, at proposed: ProposedPlace
    ) throws(MoveObstacle) -> (place: ProposedPlace, why: ClampReason?) {
        let first = moving.rows[0]
        let isBound = rules.moveScope == .section || pin != nil
        if isBound || !isReorderable(slot: proposed.slot),
            let stray = moving.rows.first(where: { $0.slot != first.slot })
        {
            throw .stray(stray.id)
        }
        let home = moving.rows.first { $0.slot != proposed.slot }?.slot ?? first.slot
        let landing = clamp(proposed, pin: pin, home: home, isBound: isBound, moving: moving)
        let slot = landing.place.slot
        let incoming = moving.rows.count - moving.count(slot: slot)
        if incoming > 0, let most = self[slot: slot].rules.maxRows,
            count(slot: slot) + incoming > most
        {
            throw .full(slot: slot, most)
        }
        return landing
    }
}

/// The place in the newest list that an action proposes, before it is clamped.
struct ProposedPlace {
    /// The slot of the section.
    var slot: Int
    /// The index, counted without the rows that move; it may be out of bounds.
    var row: Int
    /// Whether the index was out of bounds in the list at its base, and was bounded there.
    var isBounded = false
    /// Whether a clamp by `bounds` or `pinned` is reported: for targets that name an index or a
    /// neighbour.
    var isNamed = true
}

/// The rows that one action moves, in list order; none if it inserts.
struct MovingRows {
    private(set) var rows: [(id: RowID, slot: Int, row: Int)] = []
    private var ids: Set<RowID> = []
    /// The ascending indices of several rows, by slot of their section; empty for a single row.
    private var indices: [Int: [Int]] = [:]

    init() {}

    /// Sorts `ids` into list order and skips those that are not in `contents`.
    init(_ ids: [RowID], in contents: Contents) {
        for id in ids {
            if ids.count > 1, !self.ids.insert(id).inserted { continue }
            if let rank = contents.rank(id) { rows.append((id, rank.slot, rank.row)) }
        }
        if rows.count > 1 {
            rows.sort {
                (contents.index(ofSlot: $0.slot), $0.row)
                    < (contents.index(ofSlot: $1.slot), $1.row)
            }
        }
        guard rows.count > 1 else { return }
        for row in rows { indices[row.slot, default: []].append(row.row) }
    }

    /// Whether the row is one of them.
    func contains(_ id: RowID) -> Bool {
        rows.count == 1 ? rows[0].id == id : ids.contains(id)
    }

    /// The number of moving rows in a section.
    func count(slot: Int) -> Int {
        rows.count == 1 ? (rows[0].slot == slot ? 1 : 0) : indices[slot]?.count ?? 0
    }

    /// The index of a gap or of another row, counted without the moving rows.
    func without(slot: Int, row: Int) -> Int {
        if rows.count == 1 { return rows[0].slot == slot && rows[0].row < row ? row - 1 : row }
        guard let indices = indices[slot] else { return row }
        return row - indices.countBelow(row)
    }
}
