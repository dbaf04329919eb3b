/// The actions on rows, except moves.
extension EditableList {
    mutating func insertRow(
        _ row: Row, to target: RowTarget, _ transaction: inout Transaction
    ) throws(Rejection) {
        let name = row.id.text
        if contents.contains(row.id) || isGone(row.id, transaction) {
            throw transaction.reject(.duplicateID, "row \(name) is in use or was just deleted")
        }
        try checkSize(row.fields.byteCount, row: row.id, transaction)
        let proposed = try propose(target, moving: MovingRows(), &transaction)
        let section = contents[slot: proposed.slot]
        if !contents.isInsertable(slot: proposed.slot) {
            throw transaction.reject(
                .insertDisabled, "row \(name) cannot be inserted into section \(section.id.text)")
        }
        if let most = section.rules.maxRows, contents.count(slot: proposed.slot) >= most {
            throw transaction.reject(
                .sectionFull,
                "row \(name) does not fit: section \(section.id.text) holds at most \(most) rows")
        }
        let most = min(transaction.limits.rows, contents.rules.maxRows ?? Int.max)
        if contents.rowCount >= most {
            throw transaction.reject(
                .listFull, "row \(name) does not fit: the list holds at most \(most) rows")
        }
        let (place, why) = contents.land(
            proposed, pin: row.rules.pinned, home: nil, isBound: false, moving: MovingRows())
        put(RowRecord(row), slot: place.slot, row: place.row, &transaction)
        report(why, .row(row.id), target, place, proposed, &transaction)
    }

    mutating func updateRow(
        _ id: RowID, _ fields: [FieldChange], _ rules: RowRulesChange, ifRevision: Int?,
        _ transaction: inout Transaction
    ) throws(Rejection) {
        guard let position = contents.forest.position(of: id) else {
            throw transaction.reject(.unknownRow, "row \(id.text) is not in the list")
        }
        let slot = contents.forest.slot(of: position)
        let old = contents.forest[position].row.rules
        if !fields.isEmpty, !contents.isEditable(old, slot: slot) {
            throw transaction.reject(.editDisabled, "row \(id.text) cannot be edited")
        }
        if let ifRevision {
            let other = contents.forest[position].row.authorship
                .revision(otherThanOf: transaction.client)
            if other > ifRevision {
                throw transaction.reject(
                    .conflict, "row \(id.text) was changed by another in revision \(other)")
            }
        }
        if !fields.isEmpty {
            setFields(fields, at: position, slot: slot, &transaction)
            try checkSize(
                contents.forest[position].row.fields.byteCount, row: id, transaction)
        }
        var new = old
        new.apply(rules)
        if new != old { setRules(new, of: id, at: position, slot: slot, &transaction) }
    }

    /// Gives a row new rules; a new pin takes it to the near edge of its new band.
    mutating func setRules(
        _ new: RowRules, of id: RowID, at position: RowPosition, slot: Int,
        _ transaction: inout Transaction
    ) {
        let old = contents.forest[position].row.rules
        let end = contents.count(slot: slot) - 1
        let top = contents[slot: slot].top - (old.pinned == .top ? 1 : 0)
        let bottom = contents[slot: slot].bottom - (old.pinned == .bottom ? 1 : 0)
        let row = contents.forest.rank(of: position).row
        let place =
            switch (old.pinned, new.pinned) {
            case (.top, .top), (nil, nil), (.bottom, .bottom): row
            case (_, .top), (.top, nil): top
            case (_, .bottom), (.bottom, nil): end - bottom
            }
        if place == row {
            transaction.log.append(contents.setRules(new, at: position, slot: slot))
        } else if var record = take(id, &transaction) {
            record.row.rules = new
            put(record, slot: slot, row: place, &transaction)
        }
    }

    mutating func deleteRows(_ ids: [RowID], _ transaction: inout Transaction) throws(Rejection) {
        for id in ids {
            guard let position = contents.forest.position(of: id) else { continue }
            let slot = contents.forest.slot(of: position)
            if !contents.isDeletable(contents.forest[position].row.rules, slot: slot) {
                throw transaction.reject(.deleteDisabled, "row \(id.text) cannot be deleted")
            }
        }
        for id in ids where contents.contains(id) { delete(id, &transaction) }
    }

    mutating func delete(_ id: RowID, _ transaction: inout Transaction) {
        transaction.gone[id] = transaction.log.count
        _ = take(id, &transaction)
    }

    /// Whether an earlier action of the edit deleted a row, alone or with its section.
    func isGone(_ id: RowID, _ transaction: Transaction) -> Bool {
        transaction.gone[id] != nil || contents.isGoneWithSection(id)
    }

    /// Throws `tooLarge` where the fields of a row take more bytes than they may.
    func checkSize(_ bytes: Int, row: RowID, _ transaction: Transaction) throws(Rejection) {
        let most = transaction.limits.fieldsBytes
        if bytes > most {
            throw transaction.reject(.tooLarge, "fields of row \(row.text) are over \(most) bytes")
        }
    }

    /// Notes that a place was clamped, where that is reported.
    func report(
        _ why: ClampReason?, _ subject: Clamp.Subject, _ target: RowTarget, _ place: ProposedPlace,
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
