/// `moveRow` and `moveRows`.
extension EditableList {
    mutating func move(
        _ moving: MovingRows, isGroup: Bool, to target: RowTarget, _ transaction: inout Transaction
    ) throws(Rejection) {
        guard let first = moving.rows.first else { return }
        let pin = contents[slot: first.slot, row: first.row].row.rules.pinned
        for row in moving.rows {
            let rules = contents[slot: row.slot, row: row.row].row.rules
            if !contents.isMovable(rules, slot: row.slot) {
                throw transaction.reject(.moveDisabled, "row \(row.id.text) cannot be moved")
            }
        }
        for row in moving.rows.dropFirst()
        where contents[slot: row.slot, row: row.row].row.rules.pinned != pin {
            throw transaction.reject(
                .moveDisabled, "row \(row.id.text) is of another band than row \(first.id.text)")
        }
        let proposed = try propose(target, moving: moving, &transaction)
        let isBound = contents.rules.moveScope == .section || pin != nil
        if isBound || !contents.isReorderable(slot: proposed.slot),
            let stray = moving.rows.first(where: { $0.slot != first.slot })
        {
            throw transaction.reject(
                .moveDisabled,
                "row \(stray.id.text) may not leave its section to stand with row \(first.id.text)")
        }
        let home = moving.rows.first { $0.slot != proposed.slot }?.slot ?? first.slot
        let (place, why) = contents.land(
            proposed, pin: pin, home: home, isBound: isBound, moving: moving)
        let incoming = moving.rows.count - moving.count(slot: place.slot)
        let section = contents[slot: place.slot]
        if incoming > 0, let most = section.rules.maxRows,
            contents.count(slot: place.slot) + incoming > most
        {
            throw transaction.reject(
                .sectionFull,
                "row \(first.id.text) does not fit: section \(section.id.text) holds at most \(most)"
                    + " rows")
        }
        let isThere = moving.rows.enumerated().allSatisfy { offset, row in
            row.slot == place.slot && row.row == place.row + offset
        }
        if !isThere {
            let records = moving.rows.compactMap { take($0.id, &transaction) }
            for (offset, record) in records.enumerated() {
                put(record, slot: place.slot, row: place.row + offset, &transaction)
            }
        }
        let subject = isGroup ? Clamp.Subject.rows(moving.rows.map(\.id)) : .row(first.id)
        report(why, subject, target, place, proposed, &transaction)
    }
}
