/// The index in the newest list that a `SectionTarget` means, rebased if it was written for an
/// older revision.
extension EditableList {
    /// Returns the index after the action, counted without the moving section, and whether it was
    /// out of bounds and clamped.
    ///
    /// - Throws: `unknownSection`, `staleBase`.
    /// - Complexity: O(1); O(s) for s sections if the place has to be rebased.
    mutating func place(
        _ target: SectionTarget, moving: SectionID?, _ transaction: inout Transaction
    ) throws(Rejection) -> (index: Int, isClamped: Bool) {
        let end = contents.order.count - (moving == nil ? 0 : 1)
        switch target {
        case .start: return (0, false)
        case .end, .unspecified: return (end, false)
        case .index(let index):
            if transaction.base == revision {
                let bounded = min(max(0, index), end)
                return (bounded, bounded != index)
            }
            let past = try sectionsAtBase(&transaction)
            let there = past.order.filter { $0 != moving }
            let bounded = min(max(0, index), there.count)
            return (
                rebase(bounded, there, moving) { past.isTouched($0, transaction) },
                bounded != index
            )
        case .before(let section), .after(let section):
            guard let place = contents.index(of: section) else {
                return (try rebase(deleted: section, moving, &transaction), false)
            }
            // A section that is named as its own neighbour means the next one, or the one before.
            guard let index = index(of: section, without: moving) else { return (place, false) }
            if case .before = target { return (index, false) }
            return (index + 1, false)
        }
    }

    /// The index of a section, counted without the moving one; nil if it is the moving one, or not
    /// in the list.
    private func index(of section: SectionID, without moving: SectionID?) -> Int? {
        guard section != moving, let index = contents.index(of: section) else { return nil }
        guard let moving, let other = contents.index(of: moving) else { return index }
        return other < index ? index - 1 : index
    }

    /// The order of sections at a revision, and which of them were inserted, deleted or moved
    /// since.
    private struct PastSections {
        var order: [SectionID]
        /// The revision; nil: the order is that of the edit's list at the base.
        var base: Int?

        /// Whether a section was inserted, deleted or moved since.
        func isTouched(_ section: SectionID, _ transaction: Transaction) -> Bool {
            if let base { return transaction.placesAtBase[0].isTouched(section, since: base) }
            return transaction.listsAtBase[0].touchedSections.contains(section)
        }
    }

    /// The order of sections at the base with the earlier actions applied.
    private func sectionsAtBase(_ transaction: inout Transaction) throws(Rejection) -> PastSections
    {
        try checkBase(transaction)
        if transaction.hasShifted {
            try loadListAtBase(&transaction)
            return PastSections(order: transaction.listsAtBase[0].list.contents.sectionIDs)
        }
        loadPlacesAtBase(&transaction)
        return PastSections(
            order: transaction.placesAtBase[0].baseOrder ?? transaction.sectionsBefore
                ?? contents.sectionIDs, base: transaction.base)
    }

    /// Rebases the gap that a deleted section left.
    private func rebase(
        deleted section: SectionID, _ moving: SectionID?, _ transaction: inout Transaction
    ) throws(Rejection) -> Int {
        if transaction.base != revision {
            var past = try sectionsAtBase(&transaction)
            if !past.order.contains(section) {
                loadPlacesAtBase(&transaction)
                if let order = transaction.listsAtBase.first?.orderBeforeDeletion(of: section) {
                    // An earlier action deletes it at the base, too.
                    past = PastSections(order: order)
                } else if let deletion = transaction.placesAtBase[0].deletion(of: section) {
                    // Inserted and deleted since the base: the gap is that of its deletion.
                    past = PastSections(order: deletion.order, base: deletion.set - 1)
                }
            }
            if let index = past.order.firstIndex(of: section) {
                return rebase(index, of: section, in: past.order, moving) {
                    past.isTouched($0, transaction)
                }
            }
        }
        guard let order = transaction.deletedSections[section],
            let index = order.firstIndex(of: section)
        else {
            throw transaction.reject(
                .unknownSection, "section \(section.text) is not in the list")
        }
        return rebase(index, of: section, in: order, moving) { _ in false }
    }

    /// Rebases the gap that a deleted section left in `order` to the newest order.
    private func rebase(
        _ index: Int, of section: SectionID, in order: [SectionID], _ moving: SectionID?,
        _ isTouched: (SectionID) -> Bool
    ) -> Int {
        let there = order.filter { $0 != moving && $0 != section }
        let gap = index - order[..<index].count { $0 == moving }
        return rebase(gap, there, moving, isTouched)
    }

    /// Rebases a gap in an older order, without the moving section, to the newest order.
    private func rebase(
        _ gap: Int, _ old: [SectionID], _ moving: SectionID?, _ isTouched: (SectionID) -> Bool
    ) -> Int {
        let end = contents.order.count - (moving == nil ? 0 : 1)
        let before = gap == 0 ? 0 : index(of: old[gap - 1], without: moving).map { $0 + 1 }
        let after = gap == old.count ? end : index(of: old[gap], without: moving)
        if let before, before == after { return before }
        for section in old[gap...] where !isTouched(section) {
            if let index = index(of: section, without: moving) { return index }
        }
        return end
    }
}
