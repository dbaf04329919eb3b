/// A section of a `SparseList`: gaps, and between them chunks of rows.
///
/// A run consists of one or more chunks without a gap between them.
struct SparseSection: Sendable {
    /// Identifies it in its list, also when sections move.
    let slot: Int
    let id: SectionID
    var title: String
    var rules: Rules
    private(set) var count: Int
    /// The rows pinned to its top and to its bottom.
    var top: Int
    var bottom: Int
    private(set) var chunks: [Chunk] = []
    /// The rows after the last chunk, all of them in a gap.
    private var tail: Int
    private var lastChunk = 0

    /// Rows that stand together, and the gap before them.
    struct Chunk: Sendable {
        /// Identifies it in its section.
        let number: Int
        /// The length of the gap.
        var gap: Int
        /// At most ``SparseSection/chunkRows``, and never empty.
        var rows: [HeldRow]
    }

    static let chunkRows = 256

    /// Where a row is.
    private enum Place {
        case held(chunk: Int, offset: Int)
        /// In the gap before a chunk, or after the last one.
        case gap(chunk: Int, offset: Int)
    }

    init(_ section: SparseList.Section, slot: Int) {
        self.slot = slot
        id = section.id
        title = section.title
        rules = section.rules
        count = section.count
        top = section.top
        bottom = section.bottom
        tail = section.count
    }

    var outline: SparseList.Section {
        SparseList.Section(
            id: id, title: title, rules: rules, count: count, top: top, bottom: bottom)
    }

    // MARK: Reading

    /// - Precondition: there is a row with this index.
    private func place(_ index: Int) -> Place {
        var start = 0
        for number in chunks.indices {
            let first = start + chunks[number].gap
            if index < first { return .gap(chunk: number, offset: index - start) }
            let end = first + chunks[number].rows.count
            if index < end { return .held(chunk: number, offset: index - first) }
            start = end
        }
        return .gap(chunk: chunks.count, offset: index - start)
    }

    /// The row with an index; nil if it is in a gap.
    ///
    /// - Precondition: there is a row with this index.
    func held(at index: Int) -> HeldRow? {
        guard case .held(let chunk, let offset) = place(index) else { return nil }
        return chunks[chunk].rows[offset]
    }

    /// The rows with these indices; nil if one is in a gap.
    func held(in indices: Range<Int>) -> [HeldRow]? {
        var rows: [HeldRow] = []
        var start = 0
        for chunk in chunks {
            let first = start + chunk.gap
            start = first + chunk.rows.count
            let part = (first..<start).clamped(to: indices)
            guard !part.isEmpty else { continue }
            rows += chunk.rows[(part.lowerBound - first)..<(part.upperBound - first)]
        }
        return rows.count == indices.count ? rows : nil
    }

    func index(of row: RowID, inChunk number: Int) -> Int? {
        var start = 0
        for chunk in chunks {
            start += chunk.gap
            if chunk.number == number {
                return chunk.rows.firstIndex { $0.id == row }.map { start + $0 }
            }
            start += chunk.rows.count
        }
        return nil
    }

    var runs: [(start: Int, rows: [HeldRow])] {
        var runs: [(start: Int, rows: [HeldRow])] = []
        var start = 0
        for chunk in chunks {
            start += chunk.gap
            if chunk.gap == 0, !runs.isEmpty {
                runs[runs.count - 1].rows += chunk.rows
            } else {
                runs.append((start, chunk.rows))
            }
            start += chunk.rows.count
        }
        return runs
    }

    var gaps: [Range<Int>] {
        var gaps: [Range<Int>] = []
        var start = 0
        for chunk in chunks {
            if chunk.gap > 0 { gaps.append(start..<start + chunk.gap) }
            start += chunk.gap + chunk.rows.count
        }
        if tail > 0 { gaps.append(start..<start + tail) }
        return gaps
    }

    // MARK: Changing

    /// Changes the row with an index, if it is held with its content.
    ///
    /// - Precondition: there is a row with this index.
    mutating func update(at index: Int, _ body: (inout Row) -> Void) {
        guard case .held(let chunk, let offset) = place(index),
            var row = chunks[chunk].rows[offset].row
        else { return }
        chunks[chunk].rows[offset].row = nil
        body(&row)
        chunks[chunk].rows[offset].row = row
    }

    /// Takes out the row with an index.
    ///
    /// - Precondition: there is a row with this index.
    /// - Returns: nil if it was in a gap.
    mutating func remove(at index: Int, _ places: inout RowPlaces) -> HeldRow? {
        let place = place(index)
        count -= 1
        switch place {
        case .gap(let chunk, _):
            lengthenGap(chunk, by: -1)
            return nil
        case .held(let chunk, let offset):
            return takeOut(chunk, offset, &places)
        }
    }

    /// Puts a row before the one with an index, or at the end: into a run if a neighbour is held or the
    /// section is empty, else into a gap.
    ///
    /// - Precondition: `index` is at most `count`.
    mutating func insert(_ row: HeldRow, at index: Int, _ places: inout RowPlaces) {
        let before = index > 0 ? place(index - 1) : nil
        let after = index < count ? place(index) : nil
        count += 1
        if case .held(let chunk, let offset)? = before {
            put([row], chunk, offset + 1, &places)
        } else if case .held(let chunk, let offset)? = after {
            put([row], chunk, offset, &places)
        } else if case .gap(let chunk, _)? = after ?? before {
            lengthenGap(chunk, by: 1)
        } else {
            addChunk([row], gap: 0, at: 0, &places)
        }
    }

    /// Holds a row from here on, whatever was there.
    ///
    /// - Precondition: there is a row with this index; the row is held nowhere else.
    mutating func hold(_ row: HeldRow, at index: Int, _ places: inout RowPlaces) {
        switch place(index) {
        case .held(let chunk, let offset):
            places[chunks[chunk].rows[offset].id] = nil
            chunks[chunk].rows[offset] = row
            places[row.id] = RowPlace(slot: slot, chunk: chunks[chunk].number)
        case .gap(let chunk, let offset):
            let left = offset
            let right = gap(chunk) - offset - 1
            if right == 0, chunk < chunks.count, chunks[chunk].rows.count < Self.chunkRows {
                chunks[chunk].gap = left
                put([row], chunk, 0, &places)
            } else if left == 0, chunk > 0, chunks[chunk - 1].rows.count < Self.chunkRows {
                lengthenGap(chunk, by: -1)
                put([row], chunk - 1, chunks[chunk - 1].rows.count, &places)
            } else {
                lengthenGap(chunk, by: right - gap(chunk))
                addChunk([row], gap: left, at: chunk, &places)
            }
        }
    }

    /// Forgets the rows with these indices: they are in a gap from here on.
    ///
    /// - Complexity: O(c + k) for c chunks of the section and k rows.
    mutating func forget(_ indices: Range<Int>, _ places: inout RowPlaces) {
        let old = chunks
        let oldTail = tail
        chunks = []
        var start = 0
        // The length of the gap before the next row that is kept.
        var gap = 0
        for chunk in old {
            gap += chunk.gap
            let first = start + chunk.gap
            start = first + chunk.rows.count
            let part = (first..<start).clamped(to: indices)
            if part.isEmpty {
                chunks.append(Chunk(number: chunk.number, gap: gap, rows: chunk.rows))
                gap = 0
                continue
            }
            for row in chunk.rows { places[row.id] = nil }
            let head = chunk.rows[..<(part.lowerBound - first)]
            if !head.isEmpty {
                addChunk(Array(head), gap: gap, at: chunks.count, &places)
                gap = 0
            }
            gap += part.count
            let rest = chunk.rows[(part.upperBound - first)...]
            if !rest.isEmpty {
                addChunk(Array(rest), gap: gap, at: chunks.count, &places)
                gap = 0
            }
        }
        tail = gap + oldTail
    }

    // MARK: Chunks

    private func gap(_ chunk: Int) -> Int { chunk < chunks.count ? chunks[chunk].gap : tail }

    private mutating func lengthenGap(_ chunk: Int, by rows: Int) {
        if chunk < chunks.count { chunks[chunk].gap += rows } else { tail += rows }
    }

    private mutating func takeOut(
        _ chunk: Int, _ offset: Int, _ places: inout RowPlaces
    ) -> HeldRow {
        let row = chunks[chunk].rows.remove(at: offset)
        places[row.id] = nil
        if chunks[chunk].rows.isEmpty {
            let gap = chunks.remove(at: chunk).gap
            lengthenGap(chunk, by: gap)
        }
        return row
    }

    /// Puts rows into a chunk, which is split if it becomes too long.
    private mutating func put(
        _ rows: [HeldRow], _ chunk: Int, _ offset: Int, _ places: inout RowPlaces
    ) {
        chunks[chunk].rows.insert(contentsOf: rows, at: offset)
        let place = RowPlace(slot: slot, chunk: chunks[chunk].number)
        for row in rows { places[row.id] = place }
        guard chunks[chunk].rows.count > Self.chunkRows else { return }
        let middle = chunks[chunk].rows.count / 2
        let rest = Array(chunks[chunk].rows[middle...])
        chunks[chunk].rows.removeSubrange(middle...)
        addChunk(rest, gap: 0, at: chunk + 1, &places)
    }

    private mutating func addChunk(
        _ rows: [HeldRow], gap: Int, at index: Int, _ places: inout RowPlaces
    ) {
        lastChunk += 1
        chunks.insert(Chunk(number: lastChunk, gap: gap, rows: rows), at: index)
        for row in rows { places[row.id] = RowPlace(slot: slot, chunk: lastChunk) }
    }
}

/// The chunk that holds a row, by the slot of its section and its number there.
struct RowPlace: Sendable {
    let slot: Int
    let chunk: Int
}

typealias RowPlaces = [RowID: RowPlace]
