/// Edits from the offsets that SwiftUI passes (<doc:PositionsAndClamping>).
extension EditableList {
    /// The edit that does to a section what `move(fromOffsets:toOffset:)` does to an array.
    ///
    /// `destination` counts all rows, before any is removed; a destination inside the moved rows
    /// means their start.
    ///
    /// - Precondition: `section` is in the list and every offset is one of its rows.
    /// - Complexity: O(k log n) for k offsets.
    public func move(
        in section: SectionID, fromOffsets offsets: some Sequence<Int>, toOffset destination: Int
    ) -> Edit {
        let offsets = Set(offsets).sorted()
        let index = destination - offsets.countBelow(destination)
        return Edit(
            base: revision,
            actions: [.moveRows(rows(offsets, of: section), to: .index(section, index))])
    }

    /// The edit that does to a section what `remove(atOffsets:)` does to an array.
    ///
    /// - Precondition: `section` is in the list and every offset is one of its rows.
    /// - Complexity: O(k log n) for k offsets.
    public func remove(in section: SectionID, atOffsets offsets: some Sequence<Int>) -> Edit {
        Edit(base: revision, actions: [.deleteRows(rows(Set(offsets).sorted(), of: section))])
    }

    private func rows(_ offsets: [Int], of section: SectionID) -> [RowID] {
        guard let slot = contents.slot(of: section) else { return [] }
        return offsets.map { contents[slot: slot, row: $0].id }
    }
}
