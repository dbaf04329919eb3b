extension Contents {
    /// Hands over the rows of a section with their indices, in order from `start` on, while `body`
    /// gives true.
    ///
    /// Gives the index at which it was told to stop; nil: it came to the end.
    func visit(slot: Int, from start: Int, _ body: (RowRecord, Int) throws -> Bool) rethrows
        -> Int?
    {
        let count = count(slot: slot)
        var row = max(0, start)
        while row < count {
            let place = forest.position(slot: slot, row: row)
            let rows = forest.nodes[place.leaf].rows
            for offset in place.offset..<rows.count {
                if try !body(rows[offset], row) { return row }
                row += 1
            }
        }
        return nil
    }
}
