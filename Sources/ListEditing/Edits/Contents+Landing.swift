/// Where a row may land (editing.md, "Where a row may land").
extension Contents {
    /// Clamps a place by scope, bounds and pins, in this order.
    ///
    /// - Parameters:
    ///   - home: the slot of the section that the moving rows are in; nil: an insert.
    ///   - isBound: whether the rows may not leave their section wherever they are to go.
    func land(
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
        // Moving rows are of one band, and of one section if that is a pinned one.
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
