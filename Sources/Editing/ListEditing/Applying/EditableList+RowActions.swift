/// The actions on rows: `insertRow`, `updateRow`, `deleteRows`.
///
/// An insert and a move take three steps: `propose` finds the place that the target means in the
/// newest list (`EditableList+RowTargets.swift`), `Contents.clamp` moves it to the nearest place
/// that the rules allow (`Clamping.swift`), and `insertRecord` puts the row there.
extension EditableList {
    /// Inserts a row.
    ///
    /// - Throws: `duplicateID`, `tooLarge`, `insertDisabled`, `sectionFull`, `listFull`, and what
    ///   `propose` throws.
    mutating func insertRow(
        _ row: Row, to target: RowTarget, _ transaction: inout Transaction
    ) throws(Rejection) {
        let name = row.id.text
        if contents.contains(row.id) || isDeleted(row.id, transaction) {
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
        let (place, why) = contents.clamp(
            proposed, pin: row.rules.pinned, home: nil, isBound: false, moving: MovingRows())
        insertRecord(RowRecord(row), slot: place.slot, row: place.row, &transaction)
        report(why, .row(row.id), target, place, proposed, &transaction)
    }

    /// Sets fields and rules of a row.
    ///
    /// - Throws: `unknownRow`, `editDisabled`, `conflict`, `tooLarge`.
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
                .revision(otherThanOf: transaction.author.client)
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

    /// Sets the rules of a row; a new pin moves it to the nearest edge of its new band.
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
        } else if var record = removeRecord(id, &transaction) {
            record.row.rules = new
            insertRecord(record, slot: slot, row: place, &transaction)
        }
    }

    /// Deletes rows; ids that are not in the list are skipped.
    ///
    /// - Throws: `deleteDisabled`.
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

    /// Deletes one row, which may be missing, and records that for places that name it later on.
    mutating func delete(_ id: RowID, _ transaction: inout Transaction) {
        transaction.deletedRows[id] = transaction.log.count
        _ = removeRecord(id, &transaction)
    }

    /// Whether an earlier action of the edit deleted a row, itself or with its section.
    func isDeleted(_ id: RowID, _ transaction: Transaction) -> Bool {
        transaction.deletedRows[id] != nil || contents.isDeletedWithSection(id)
    }

    /// Throws `tooLarge` if the fields of a row take more bytes than the limit.
    func checkSize(_ bytes: Int, row: RowID, _ transaction: Transaction) throws(Rejection) {
        let most = transaction.limits.fieldsBytes
        if bytes > most {
            throw transaction.reject(.tooLarge, "fields of row \(row.text) are over \(most) bytes")
        }
    }
}

/// The actions `moveRow` and `moveRows`.
extension EditableList {
    /// Moves rows, which end up side by side in list order.
    ///
    /// The place is clamped here, when the action is applied, and not when it is proposed: only
    /// then is it known which rows and rules the list has.
    ///
    /// - Parameter isGroup: whether the action is `moveRows`, for the clamp that is reported.
    /// - Throws: `moveDisabled`, `sectionFull`, and what `propose` throws.
    mutating func move(
        _ moving: MovingRows, isGroup: Bool, to target: RowTarget, _ transaction: inout Transaction
    ) throws(Rejection) {
        guard let first = moving.rows.first else { return }
        let pin: Pin?
        do throws(MoveObstacle) {
            pin = try contents.band(of: moving)
        } catch {
            throw reject(error, first.id, transaction)
        }
        let proposed = try propose(target, moving: moving, &transaction)
        let place: ProposedPlace
        let why: ClampReason?
        do throws(MoveObstacle) {
            (place, why) = try contents.landing(of: moving, pin: pin, at: proposed)
        } catch {
            throw reject(error, first.id, transaction)
        }
        let isThere = moving.rows.enumerated().allSatisfy { offset, row in
            row.slot == place.slot && row.row == place.row + offset
        }
        if !isThere, moving.rows.count == 1 {
            if let record = removeRecord(first.id, &transaction) {
                insertRecord(record, slot: place.slot, row: place.row, &transaction)
            }
        } else if !isThere {
            let records = moving.rows.compactMap { removeRecord($0.id, &transaction) }
            for (offset, record) in records.enumerated() {
                insertRecord(record, slot: place.slot, row: place.row + offset, &transaction)
            }
        }
        let subject = isGroup ? Clamp.PlacedItem.rows(moving.rows.map(\.id)) : .row(first.id)
        report(why, subject, target, place, proposed, &transaction)
    }

    private func reject(
        _ obstacle: MoveObstacle, _ first: RowID, _ transaction: Transaction
    ) -> Rejection {
        let name = first.text
        switch obstacle {
        case .immovable(let row):
            return transaction.reject(.moveDisabled, "row \(row.text) cannot be moved")
        case .otherBand(let row):
            return transaction.reject(
                .moveDisabled, "row \(row.text) is of another band than row \(name)")
        case .stray(let row):
            return transaction.reject(
                .moveDisabled, "row \(row.text) may not leave its section to stand with row \(name)"
            )
        case .full(let slot, let most):
            return transaction.reject(
                .sectionFull,
                "row \(name) does not fit: section \(contents[slot: slot].id.text) holds at most "
                    + "\(most) rows")
        }
    }
}
