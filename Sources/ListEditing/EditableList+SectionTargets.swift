/// From `to` of a section to an index in the newest list.
extension EditableList {
    /// The index after the action, counted without the moving section, and whether it was bounded.
    ///
    /// - Throws: `unknownSection`, `staleBase`.
    func place(
        _ target: SectionTarget, moving: SectionID?, _ transaction: inout Transaction
    ) throws(Rejection) -> (index: Int, isClamped: Bool) {
        let order = contents.sectionIDs.filter { $0 != moving }
        switch target {
        case .start: return (0, false)
        case .end, .unspecified: return (order.count, false)
        case .index(let index):
            if transaction.base == revision {
                let bounded = min(max(0, index), order.count)
                return (bounded, bounded != index)
            }
            let (old, touched) = try sectionsAtBase(&transaction)
            let there = old.filter { $0 != moving }
            let bounded = min(max(0, index), there.count)
            return (carry(bounded, there, touched, to: order), bounded != index)
        case .before(let section), .after(let section):
            guard let place = contents.index(of: section) else {
                return (try carry(gone: section, moving, to: order, &transaction), false)
            }
            // A section named as its own neighbour stands for the next one, or the one before.
            if section == moving { return (place, false) }
            let index = order.firstIndex(of: section) ?? place
            if case .before = target { return (index, false) }
            return (index + 1, false)
        }
    }

    /// The order of sections at the base with the earlier actions applied, and the sections that
    /// sets since moved, inserted or deleted.
    private func sectionsAtBase(_ transaction: inout Transaction) throws(Rejection)
        -> (order: [SectionID], touched: Set<SectionID>)
    {
        try checkBase(transaction)
        if hasShifted(transaction) {
            let simulation = try simulation(&transaction)
            return (simulation.list.contents.sectionIDs, simulation.touchedSections)
        }
        return (
            sectionOrders(from: transaction.base).first ?? [],
            touchedSections(since: transaction.base)
        )
    }

    private func touchedSections(since base: Int) -> Set<SectionID> {
        var touched: Set<SectionID> = []
        for number in stride(from: revision, to: base, by: -1) {
            let set = history[number].changes
            touched.formUnion(set.movedSections.map(\.section))
            touched.formUnion(set.insertedSections.map(\.section))
            touched.formUnion(set.deletedSections.map(\.section))
        }
        return touched
    }

    private func carry(
        gone section: SectionID, _ moving: SectionID?, to order: [SectionID],
        _ transaction: inout Transaction
    ) throws(Rejection) -> Int {
        if transaction.base != revision {
            if transaction.goneSections[section] == nil { try checkBase(transaction) }
            var (old, touched) = try sectionsAtBase(&transaction)
            if !old.contains(section),
                let deletion = stride(from: revision, to: transaction.base, by: -1).first(where: {
                    history[$0].changes.deletedSections.contains {
                        $0.section == section
                    }
                })
            {
                // Inserted and deleted since the base: the gap is that of its deletion.
                var before = self
                before.contents.rollBack(transaction.log)
                old = before.sectionOrders(from: deletion - 1).first ?? []
                touched = touchedSections(since: deletion - 1)
            }
            if let index = old.firstIndex(of: section) {
                let there = old.filter { $0 != moving && $0 != section }
                let gap = index - old[..<index].count { $0 == moving }
                return carry(gap, there, touched, to: order)
            }
        }
        guard let old = transaction.goneSections[section],
            let index = old.firstIndex(of: section)
        else {
            throw transaction.reject(
                .unknownSection, "section \(section.text) is not in the list")
        }
        let there = old.filter { $0 != moving && $0 != section }
        return carry(index - old[..<index].count { $0 == moving }, there, [], to: order)
    }

    /// From a gap in one order to the gap in another.
    private func carry(
        _ gap: Int, _ old: [SectionID], _ touched: Set<SectionID>, to order: [SectionID]
    ) -> Int {
        let before = gap == 0 ? 0 : order.firstIndex(of: old[gap - 1]).map { $0 + 1 }
        let behind = gap == old.count ? order.count : order.firstIndex(of: old[gap])
        if let before, before == behind { return before }
        for section in old[gap...] where !touched.contains(section) {
            if let index = order.firstIndex(of: section) { return index }
        }
        return order.count
    }
}
