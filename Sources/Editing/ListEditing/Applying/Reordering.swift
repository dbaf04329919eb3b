/// Where reordered rows land, as SwiftUI's `reorderContainer(for:in:)` tells it
/// (<doc:PositionsAndClamping>): its `ReorderDifference` names the rows that moved and the row that
/// they land before, or the collection at whose end they land.
public enum ReorderDestination: Hashable, Sendable {
    /// Directly before a row.
    case before(RowID)
    /// At the end of a section.
    case end(SectionID)
}

/// The allowed destination of reordered rows, as
/// `EditableList.targetDestination(reordering:to:)` returns it.
public struct TargetDestination: Hashable, Sendable {
    /// The destination that is allowed.
    public var destination: ReorderDestination
    /// The first step that changed the proposed destination; nil: it was allowed as it is.
    public var why: ClampReason?

    /// Creates a destination.
    public init(destination: ReorderDestination, why: ClampReason?) {
        self.destination = destination
        self.why = why
    }
}

extension EditableList {
    /// The edit that moves reordered rows to where they were dropped, side by side in list order.
    ///
    /// A destination before a row that moves itself means the next row that does not. The edit names
    /// rows and needs no base: it means the same after edits of others.
    ///
    /// - Parameter rows: the rows that moved; ids that are not in the list are skipped.
    public func reorder(_ rows: [RowID], to destination: ReorderDestination) -> Edit {
        let target: RowTarget =
            switch destination {
            case .before(let row): .before(row)
            case .end(let section): .end(section)
            }
        let action: Action =
            rows.count == 1 ? .moveRow(rows[0], to: target) : .moveRows(rows, to: target)
        return Edit(base: revision, actions: [action])
    }

    /// Returns the allowed destination for rows that are dragged, clamped by scope and pins as the
    /// edit of `reorder(_:to:)` is.
    ///
    /// - Returns: nil if none of the rows, or the destination, is in the list, or the rows may not
    ///   move there together.
    /// - Complexity: O(k log n) for k rows.
    public func targetDestination(
        reordering rows: [RowID], to proposed: ReorderDestination
    ) -> TargetDestination? {
        let moving = MovingRows(rows, in: contents)
        guard !moving.rows.isEmpty, let gap = gap(of: proposed, moving: moving) else { return nil }
        do throws(MoveObstacle) {
            let pin = try contents.band(of: moving)
            let (place, why) = try contents.landing(of: moving, pin: pin, at: gap)
            return TargetDestination(
                destination: destination(at: place, moving: moving), why: why)
        } catch {
            return nil
        }
    }

    /// The gap that a destination means, counted without the rows that move; nil: it is not in the
    /// list.
    private func gap(
        of destination: ReorderDestination, moving: MovingRows
    ) -> ProposedPlace? {
        switch destination {
        case .before(let row):
            guard let rank = contents.rank(row) else { return nil }
            return ProposedPlace(
                slot: rank.slot, row: moving.without(slot: rank.slot, row: rank.row))
        case .end(let section):
            guard let slot = contents.slot(of: section) else { return nil }
            return ProposedPlace(
                slot: slot, row: contents.count(slot: slot) - moving.count(slot: slot),
                isNamed: false)
        }
    }

    /// The destination of a gap, counted without the rows that move.
    private func destination(at place: ProposedPlace, moving: MovingRows) -> ReorderDestination {
        let count = contents.count(slot: place.slot)
        var row = place.row
        // The first row after the gap that stays: each row that moves before it adds one.
        while row < count,
            moving.without(slot: place.slot, row: row) < place.row
                || moving.contains(contents[slot: place.slot, row: row].row.id)
        {
            row += 1
        }
        return row < count
            ? .before(contents[slot: place.slot, row: row].row.id)
            : .end(contents[slot: place.slot].id)
    }
}
