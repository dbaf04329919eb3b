/// The rows that one action places, in list order, none of them where the action inserts.
struct MovingRows {
    private(set) var rows: [(id: RowID, slot: Int, row: Int)] = []
    private var ids: Set<RowID> = []
    /// The ascending indices of several rows by the slots of their sections.
    private var indices: [Int: [Int]] = [:]

    init() {}

    /// Sorts `ids` into list order; those that are not in `contents` are skipped.
    init(_ ids: [RowID], in contents: Contents) {
        for id in ids {
            if ids.count > 1, !self.ids.insert(id).inserted { continue }
            if let rank = contents.rank(id) { rows.append((id, rank.slot, rank.row)) }
        }
        if rows.count > 1 {
            rows.sort {
                (contents.index(ofSlot: $0.slot), $0.row)
                    < (contents.index(ofSlot: $1.slot), $1.row)
            }
        }
        guard rows.count > 1 else { return }
        for row in rows { indices[row.slot, default: []].append(row.row) }
    }

    func contains(_ id: RowID) -> Bool {
        rows.count == 1 ? rows[0].id == id : ids.contains(id)
    }

    func count(slot: Int) -> Int {
        rows.count == 1 ? (rows[0].slot == slot ? 1 : 0) : indices[slot]?.count ?? 0
    }

    /// The index of a gap or of another row, counted without the moving rows.
    func without(slot: Int, row: Int) -> Int {
        if rows.count == 1 { return rows[0].slot == slot && rows[0].row < row ? row - 1 : row }
        guard let indices = indices[slot] else { return row }
        return row - indices.countBelow(row)
    }
}
