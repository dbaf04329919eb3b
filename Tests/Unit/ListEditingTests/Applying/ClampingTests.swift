import ListEditing
import TestSeeds
import Testing

/// Every list of up to six rows in up to three sections, every scope and reorderability, every row
/// and every proposed place, against the rules of <doc:PositionsAndClamping> written out naively.
///
/// Rows of one band differ by their ids only, so a list is given by how many rows each band of each
/// section has: 5,005 lists for all combinations of pins.
struct ClampingTests {
    /// How many rows are pinned to the top, free, and pinned to the bottom.
    private struct Bands {
        var counts: [Int]

        var count: Int { counts[0] + counts[1] + counts[2] }
    }

    private static let pins: [Pin?] = [.top, nil, .bottom]

    @Test(arguments: 0...(TestSeeds.isSoak ? 6 : 3))
    func everyMove_isClampedAsTheRulesSay(rows: Int) throws {
        var tried = 0
        try forEachList(rows, sections: 3) { bands in
            for bits in 0..<16 {
                let isScoped = bits & 1 == 1
                let reorderable = (1...3).map { bits >> $0 & 1 == 0 }
                let list = try makeList(bands, isScoped, reorderable)
                tried += try check(list, bands, isScoped, reorderable)
            }
        }
        #expect(tried >= rows)
    }

    /// Calls `body` with every way to put `rows` rows into the bands of that many sections.
    private func forEachList(
        _ rows: Int, sections: Int, _ before: [Int] = [], _ body: ([Bands]) throws -> Void
    ) throws {
        guard before.count < sections * 3 - 1 else {
            let counts = before + [rows]
            return try body(
                (0..<sections).map { Bands(counts: Array(counts[($0 * 3)..<($0 * 3 + 3)])) })
        }
        for count in 0...rows {
            try forEachList(rows - count, sections: sections, before + [count], body)
        }
    }

    private func makeList(
        _ bands: [Bands], _ isScoped: Bool, _ reorderable: [Bool]
    ) throws -> EditableList {
        let sections = bands.enumerated().map { section, bands in
            var rules = Rules()
            rules.reorderable = reorderable[section] ? nil : false
            var rows: [Row] = []
            for (band, count) in bands.counts.enumerated() {
                for _ in 0..<count {
                    var row = Row(id: RowID("r\(section)-\(rows.count)"))
                    row.rules.pinned = Self.pins[band]
                    rows.append(row)
                }
            }
            return SectionState(
                id: SectionID("s\(section)"), title: "", rules: rules, rows: rows)
        }
        var rules = Rules()
        rules.moveScope = isScoped ? .section : .list
        return try EditableList.create(
            title: "", rules: rules, sections: sections, limits: EditLimits())
    }

    /// Tries every row with every place; returns how many were tried.
    private func check(
        _ list: EditableList, _ bands: [Bands], _ isScoped: Bool, _ reorderable: [Bool]
    ) throws -> Int {
        var tried = 0
        for own in bands.indices {
            var index = 0
            for (band, count) in bands[own].counts.enumerated() {
                for _ in 0..<count {
                    let row = RowID("r\(own)-\(index)")
                    index += 1
                    for to in bands.indices {
                        for place in -1...(bands[to].count + 1) {
                            let proposed = IndexPath(section: to, row: place)
                            let found = list.targetPlace(moving: row, proposed: proposed)
                            let wanted = clamp(
                                own, band, proposed, bands, isScoped, reorderable)
                            tried += 1
                            guard found?.place != wanted?.place || found?.why != wanted?.why else {
                                continue
                            }
                            Issue.record(
                                """
                                \(bands.map(\.counts)) scoped \(isScoped) reorderable \
                                \(reorderable): \(row.text) to \(proposed)
                                """)
                        }
                    }
                }
            }
        }
        return tried
    }

    /// The three steps of clamping; nil: the row may not move.
    private func clamp(
        _ own: Int, _ band: Int, _ proposed: IndexPath, _ bands: [Bands], _ isScoped: Bool,
        _ reorderable: [Bool]
    ) -> (place: IndexPath, why: ClampReason?)? {
        guard reorderable[own] else { return nil }
        var place = proposed
        var why: ClampReason?
        let isBound = isScoped || band != 1 || !reorderable[proposed.section]
        if proposed.section != own, isBound {
            let last = bands[own].count - 1
            place = IndexPath(section: own, row: proposed.section > own ? last : 0)
            why = .scope
        }
        var counts = bands[place.section].counts
        if place.section == own { counts[band] -= 1 }
        let bounded = max(0, min(counts.reduce(0, +), place.row))
        if bounded != place.row { why = why ?? .bounds }
        let first = counts[..<band].reduce(0, +)
        place.row = max(first, min(first + counts[band], bounded))
        if place.row != bounded { why = why ?? .pinned }
        return (place, why)
    }
}
