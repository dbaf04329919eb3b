/// The actions on rows, except moves.
extension EditableList {
    mutating func insertRow(
        _ row: Row, to target: RowTarget, _ transaction: inout Transaction
    ) throws(Rejection) {
        let name = row.id.text
        if contents.contains(row.id) || transaction.gone[row.id] != nil {
            throw transaction.reject(.duplicateID, "row \(name) is in use or was just deleted")
        }
        try checkSize(of: row.fields, row: row.id, transaction)
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
        let record = contents.forest[position]
        let slot = contents.forest.rank(of: position).slot
        if !fields.isEmpty, !contents.isEditable(record, slot: slot) {
            throw transaction.reject(.editDisabled, "row \(id.text) cannot be edited")
        }
        if let ifRevision {
            let authorship = record.row.authorship
            let other =
                authorship.client == transaction.client
                ? authorship.otherRevision : authorship.revision
            if other > ifRevision {
                throw transaction.reject(
                    .conflict, "row \(id.text) was changed by another in revision \(other)")
            }
        }
        var row = record.row
        for field in fields { row.fields[field.name] = field.value }
        row.rules.apply(rules)
        if !fields.isEmpty { try checkSize(of: row.fields, row: id, transaction) }
        guard row.fields != record.row.fields || row.rules != record.row.rules else { return }
        set(id, to: row, from: record.row, &transaction)
    }

    /// Gives a row new fields and rules; a new pin takes it to the near edge of its new band.
    mutating func set(
        _ id: RowID, to row: Row, from old: Row, _ transaction: inout Transaction
    ) {
        let isSamePin = row.rules.pinned == old.rules.pinned
        guard !isSamePin, let rank = contents.rank(id) else {
            return change(id, &transaction) { $0.row = row }
        }
        let section = contents[slot: rank.slot]
        let end = contents.count(slot: rank.slot) - 1
        let top = section.top - (old.rules.pinned == .top ? 1 : 0)
        let bottom = section.bottom - (old.rules.pinned == .bottom ? 1 : 0)
        let place =
            switch (old.rules.pinned, row.rules.pinned) {
            case (_, .top), (.top, nil): top
            case (_, .bottom), (.bottom, nil), (nil, nil): end - bottom
            }
        if place == rank.row {
            change(id, &transaction) { $0.row = row }
        } else if var record = take(id, &transaction) {
            record.row = row
            put(record, slot: rank.slot, row: place, &transaction)
        }
    }

    mutating func deleteRows(_ ids: [RowID], _ transaction: inout Transaction) throws(Rejection) {
        for id in ids {
            guard let position = contents.forest.position(of: id) else { continue }
            let slot = contents.forest.rank(of: position).slot
            if !contents.isDeletable(contents.forest[position], slot: slot) {
                throw transaction.reject(.deleteDisabled, "row \(id.text) cannot be deleted")
            }
        }
        for id in ids where contents.contains(id) { delete(id, &transaction) }
    }

    mutating func delete(_ id: RowID, _ transaction: inout Transaction) {
        transaction.gone[id] = transaction.log.count
        _ = take(id, &transaction)
    }

    func checkSize(of fields: Fields, row: RowID, _ transaction: Transaction) throws(Rejection) {
        let most = transaction.limits.fieldsBytes
        if fields.byteCount > most {
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
