import ListClient
package import ListEditing
package import SeededRandom

/// Keeps sections sorted by a field, numbers before texts, with the fewest moves of single rows.
package struct SorterBot: BotBehaviour {
    package static let usualRate = 5.0
    private let section: SectionID?
    private let field: String

    /// - Parameters:
    ///   - section: The section to sort; nil sorts every section.
    ///   - field: The name of the field to sort by.
    package init(section: SectionID? = nil, field: String = "title") {
        self.section = section
        self.field = field
    }

    package mutating func next(
        _ list: EditableList, _ random: inout SplitMix64
    ) -> BotMove {
        for index in 0..<list.sectionCount {
            let id = list.section(at: index).id
            guard section == nil || section == id else { continue }
            var rows: [Row] = []
            list.forEachRow(in: index) { row in
                if row.rules.pinned == nil, list.canMove(row.id) { rows.append(row) }
            }
            if let move = Self.move(rows, by: field) { return .edit([move]) }
        }
        return .rest
    }

    /// The move of the first row that is out of order; nil where all are in order.
    private static func move(_ rows: [Row], by field: String) -> Action? {
        let keys = rows.map { SortKey($0, field) }
        let kept = longestAscending(keys)
        guard let stray = rows.indices.first(where: { !kept.contains($0) }) else { return nil }
        // The target is the first row that stays and sorts after it.
        if let next = rows.indices.first(where: { kept.contains($0) && keys[stray] < keys[$0] }) {
            return .moveRow(rows[stray].id, to: .before(rows[next].id))
        }
        guard let last = rows.indices.last(where: { kept.contains($0) }) else { return nil }
        return .moveRow(rows[stray].id, to: .after(rows[last].id))
    }

    /// The indices of a longest ascending subsequence: the most rows that need no move.
    ///
    /// - Complexity: O(n log n) in the rows.
    private static func longestAscending(_ keys: [SortKey]) -> Set<Int> {
        var tails: [Int] = []
        var before = [Int?](repeating: nil, count: keys.count)
        for index in keys.indices {
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if keys[index] < keys[tails[middle]] { high = middle } else { low = middle + 1 }
            }
            before[index] = low > 0 ? tails[low - 1] : nil
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var kept: Set<Int> = []
        var next = tails.last
        while let index = next {
            kept.insert(index)
            next = before[index]
        }
        return kept
    }

    /// A field's value as it is compared: a number, else a text without regard to case.
    private struct SortKey: Comparable {
        let number: Double?
        let text: String

        init(_ row: Row, _ field: String) {
            let value = row.fields[field]
            text = (value?.string ?? value?.json ?? "").lowercased()
            number = value?.string == nil ? value?.number : nil
        }

        static func < (left: SortKey, right: SortKey) -> Bool {
            switch (left.number, right.number) {
            case (let left?, let right?): left < right
            case (_?, nil): true
            case (nil, _?): false
            case (nil, nil): left.text < right.text
            }
        }
    }
}
