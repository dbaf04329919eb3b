extension ChangeSet {
    /// The order of sections before this set, told from the one after it.
    ///
    /// - Complexity: O(s).
    func orderBefore(_ after: [SectionID]) -> [SectionID] {
        guard changesSections else { return after }
        let effect = SetEffect(sections: self)
        var stayed: [SectionID] = []
        for (index, section) in after.enumerated() {
            let place = effect.inserted.countBelow(index)
            if place == effect.inserted.count || effect.inserted[place] != index {
                stayed.append(section)
            }
        }
        var back = deletedSections.map { ($0.at, $0.section) }
        back += movedSections.map { ($0.from, $0.section) }
        for (index, section) in back.sorted(by: { $0.0 < $1.0 }) {
            stayed.insert(section, at: min(index, stayed.count))
        }
        return stayed
    }

    /// The order of sections after this set, told from the one before it.
    ///
    /// - Complexity: O(s).
    func orderAfter(_ before: [SectionID]) -> [SectionID] {
        guard changesSections else { return before }
        let gone = Set(deletedSections.map(\.section)).union(movedSections.map(\.section))
        var stayed = before.filter { !gone.contains($0) }
        var coming = insertedSections.map { ($0.at, $0.section) }
        coming += movedSections.map { ($0.to, $0.section) }
        for (index, section) in coming.sorted(by: { $0.0 < $1.0 }) {
            stayed.insert(section, at: min(index, stayed.count))
        }
        return stayed
    }
}
