/// From `to` of a section to an index in the newest list.
extension EditableList {
    /// The index after the action, counted without the moving section, and whether it was bounded.
    ///
    /// - Throws: `unknownSection`, `staleBase`.
    /// - Complexity: O(1); O(s) for s sections where the place is carried.
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
                carry(bounded, there, moving) { past.isTouched($0, transaction) },
                bounded != index
            )
        case .before(let section), .after(let section):
            guard let place = contents.index(of: section) else {
                return (try carry(gone: section, moving, &transaction), false)
            }
            // A section named as its own neighbour stands for the next one, or the one before.
            guard let index = index(of: section, without: moving) else { return (place, false) }
            if case .before = target { return (index, false) }
            return (index + 1, false)
        }
    }

    /// The index of a section, counted without the moving one; nil for that one, and for one that is
    /// not in the list.
    private func index(of section: SectionID, without moving: SectionID?) -> Int? {
        guard section != moving, let index = contents.index(of: section) else { return nil }
        guard let moving, let other = contents.index(of: moving) else { return index }
        return other < index ? index - 1 : index
    }

    /// The order of sections at a revision, and what tells which of them sets have touched since.
    private struct PastSections {
        var order: [SectionID]
        /// Nil: told by the simulation of the edit.
        var base: Int?

        func isTouched(_ section: SectionID, _ transaction: Transaction) -> Bool {
            if let base { return transaction.past[0].isTouched(section, since: base) }
            return transaction.simulations[0].touchedSections.contains(section)
        }
    }

    /// The order of sections at the base with the earlier actions applied.
    private func sectionsAtBase(_ transaction: inout Transaction) throws(Rejection) -> PastSections
    {
        try checkBase(transaction)
        if transaction.hasShifted {
            try noteSimulation(&transaction)
            return PastSections(order: transaction.simulations[0].list.contents.sectionIDs)
        }
        notePast(&transaction)
        return PastSections(
            order: transaction.past[0].baseOrder ?? transaction.sectionsBefore
                ?? contents.sectionIDs, base: transaction.base)
    }

    private func carry(
        gone section: SectionID, _ moving: SectionID?, _ transaction: inout Transaction
    ) throws(Rejection) -> Int {
        if transaction.base != revision {
            var past = try sectionsAtBase(&transaction)
            if !past.order.contains(section) {
                notePast(&transaction)
                if let deletion = transaction.past[0].deletion(of: section) {
                    // Inserted and deleted since the base: the gap is that of its deletion.
                    past = PastSections(order: deletion.order, base: deletion.set - 1)
                }
            }
            if let index = past.order.firstIndex(of: section) {
                return carry(index, of: section, in: past.order, moving) {
                    past.isTouched($0, transaction)
                }
            }
        }
        guard let order = transaction.goneSections[section],
            let index = order.firstIndex(of: section)
        else {
            throw transaction.reject(
                .unknownSection, "section \(section.text) is not in the list")
        }
        return carry(index, of: section, in: order, moving) { _ in false }
    }

    /// From the place of a section that is gone to the gap in the newest order.
    private func carry(
        _ index: Int, of section: SectionID, in order: [SectionID], _ moving: SectionID?,
        _ isTouched: (SectionID) -> Bool
    ) -> Int {
        let there = order.filter { $0 != moving && $0 != section }
        let gap = index - order[..<index].count { $0 == moving }
        return carry(gap, there, moving, isTouched)
    }

    /// From a gap in one order to the gap in the newest.
    private func carry(
        _ gap: Int, _ old: [SectionID], _ moving: SectionID?, _ isTouched: (SectionID) -> Bool
    ) -> Int {
        let end = contents.order.count - (moving == nil ? 0 : 1)
        let before = gap == 0 ? 0 : index(of: old[gap - 1], without: moving).map { $0 + 1 }
        let behind = gap == old.count ? end : index(of: old[gap], without: moving)
        if let before, before == behind { return before }
        for section in old[gap...] where !isTouched(section) {
            if let index = index(of: section, without: moving) { return index }
        }
        return end
    }
}
