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

extension EditableList {
    /// Returns the allowed place for a row that is dragged, clamped by scope, bounds and pins in
    /// this order.
    ///
    /// - Parameters:
    ///   - row: the row to be moved.
    ///   - proposed: the path after the move; the row index may be out of bounds.
    /// - Returns: nil if the row or the proposed section is not in the list, or the row may not
    ///   move at all.
    /// - Complexity: O(log n).
    public func targetPlace(moving row: RowID, proposed: IndexPath) -> TargetPlace? {
        guard canMove(row), contents.order.indices.contains(proposed.section),
            let rank = contents.rank(row)
        else { return nil }
        let pin = contents[slot: rank.slot, row: rank.row].row.rules.pinned
        let place = ProposedPlace(slot: contents.order[proposed.section], row: proposed.row)
        let clamped = contents.clamp(
            place, pin: pin, home: rank.slot,
            isBound: contents.rules.moveScope == .section || pin != nil,
            moving: MovingRows([row], in: contents))
        return TargetPlace(
            place: IndexPath(
                section: contents.index(ofSlot: clamped.place.slot), row: clamped.place.row),
            why: clamped.why)
    }

    /// Adds a clamp to the transaction, unless nothing was clamped or the target names no index or
    /// neighbour and only bounds or pins changed the place.
    func report(
        _ why: ClampReason?, _ subject: Clamp.PlacedItem, _ target: RowTarget,
        _ place: ProposedPlace,
        _ proposed: ProposedPlace, _ transaction: inout Transaction
    ) {
        guard let why, proposed.isNamed || why == .scope else { return }
        let path = IndexPath(section: contents.index(ofSlot: place.slot), row: place.row)
        transaction.clamps.append(
            Clamp(
                action: transaction.action, subject: subject, asked: .row(target), to: .row(path),
                why: why))
    }
}

/// The allowed place for a row, as `EditableList.targetPlace(moving:proposed:)` returns it.
public struct TargetPlace: Hashable, Sendable {
    /// The place that is allowed: the path after the move.
    public var place: IndexPath
    /// The first step that changed the proposed place; nil: it was allowed as it is.
    public var why: ClampReason?

    /// Creates a place.
    public init(place: IndexPath, why: ClampReason?) {
        self.place = place
        self.why = why
    }
}

/// A place that was clamped, as an edit reports it.
public struct Clamp: Hashable, Sendable {
    /// What an action placed.
    public enum PlacedItem: Hashable, Sendable {
        /// One row.
        case row(RowID)
        /// The rows of a `moveRows`, in list order.
        case rows([RowID])
        /// A section.
        case section(SectionID)
    }

    /// The place as the client wrote it.
    public enum Asked: Hashable, Sendable {
        /// The place of rows.
        case row(RowTarget)
        /// The place of a section.
        case section(SectionTarget)
    }

    /// The allowed place, as a path in the list after the action.
    public enum Resolved: Hashable, Sendable {
        /// The path of the row, or of the first row of a group.
        case row(IndexPath)
        /// The index of the section.
        case section(Int)
    }

    /// The number of the action in its edit, from 0.
    public var action: Int
    /// What was placed.
    public var subject: PlacedItem
    /// The place as the client wrote it.
    public var asked: Asked
    /// The allowed place.
    public var to: Resolved
    /// The first step that changed the place.
    public var why: ClampReason

    /// Creates an entry.
    public init(action: Int, subject: PlacedItem, asked: Asked, to: Resolved, why: ClampReason) {
        self.action = action
        self.subject = subject
        self.asked = asked
        self.to = to
        self.why = why
    }
}

// Canonical equivalence: foreign words are read by `init(word:)`.
/// The step of clamping that changed a place.
public enum ClampReason: String, Sendable, CaseIterable {
    /// The row may not leave its section for the proposed one.
    case scope
    /// The index was outside the section.
    case bounds
    /// The index was outside the row's band.
    case pinned
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
