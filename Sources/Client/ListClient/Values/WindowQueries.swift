import ListEditing
import ListProtocol

/// The queries of one windowed list: what its readers wait for, the holes, and the ranges to compare or to
/// ask for again.
///
/// One query is under way at a time: the server reads the next message of a session only after the answer.
struct WindowQueries: Sendable {
    /// What a query is for.
    private enum Purpose: Equatable {
        /// Rows for a reader; nil: holes, or ranges that differed.
        case rows(reader: Int?)
        case check([RowRange])
        case find(reader: Int)
    }

    private var underWay: (n: Int, purpose: Purpose)?
    private var lastNumber = 0
    /// What is read, by reader, in order of their numbers.
    private var reads: [(reader: Int, read: RowRead)] = []
    /// Ranges whose digests are to be compared.
    private var unchecked: [RowRange] = []
    /// Ranges that differed.
    private var differing: [RowRange] = []
    /// Whether the server refused what no reader asked for: it is not asked again before the next check.
    private var isRefused = false
    /// Rows that are asked for with each row that is read.
    private let window: RowWindow

    init(_ window: RowWindow) { self.window = window }

    /// Whether someone waits for rows or a page.
    var hasReads: Bool { !reads.isEmpty }

    /// Whether the query of this number is under way.
    func isAsking(_ n: Int) -> Bool { underWay?.n == n }

    // MARK: Asking

    /// Reads something; ``takeAnswers(_:)`` has the answer once it is there.
    mutating func read(_ read: RowRead, _ reader: Int) { reads.append((reader, read)) }

    /// Compares all runs of a list with the server's.
    mutating func check(_ list: SparseList, _ limits: ProtocolLimits) {
        isRefused = false
        unchecked = list.runs.flatMap { run in
            stride(from: 0, to: run.rows.count, by: limits.rows).map { start in
                let at = IndexPath(section: run.at.section, row: run.at.row + start)
                return RowRange(at: at, rows: min(limits.rows, run.rows.count - start))
            }
        }
    }

    /// No query is under way any more: the connection is lost, or the list was read anew.
    mutating func forget() {
        underWay = nil
        isRefused = false
        unchecked = []
        differing = []
    }

    /// The next query; nil: none is due, or one is under way.
    mutating func next(_ list: SparseList, _ id: ListID, _ limits: ProtocolLimits) -> ListQuery? {
        guard underWay == nil, let (subject, purpose) = nextSubject(list, limits) else {
            return nil
        }
        lastNumber += 1
        underWay = (lastNumber, purpose)
        return ListQuery(list: id, n: lastNumber, subject: subject)
    }

    private mutating func nextSubject(
        _ list: SparseList, _ limits: ProtocolLimits
    ) -> (ListQuery.Subject, Purpose)? {
        if let (reader, read) = reads.first {
            switch read {
            case .find(let query): return (.find(query), .find(reader: reader))
            case .row(let row):
                return (.rows(RowSelection(.ids([row]))), .rows(reader: reader))
            case .rows(let section, let rows):
                if let section = list.sectionIndex(of: section) {
                    let ranges = ranges(list, section, rows)
                    return (.rows(RowSelection(.ranges(ranges))), .rows(reader: reader))
                }
            }
        }
        guard !isRefused else { return nil }
        let holes = list.holes
        if !holes.isEmpty {
            let ids = Array(holes.prefix(limits.windowRows))
            return (.rows(RowSelection(.ids(ids))), .rows(reader: nil))
        }
        if !differing.isEmpty {
            defer { differing = [] }
            return (.rows(RowSelection(.ranges(differing))), .rows(reader: nil))
        }
        guard !unchecked.isEmpty else { return nil }
        var taken: [RowRange] = []
        var rows = 0
        for range in unchecked.prefix(limits.windowRows) {
            rows += range.rows
            guard rows <= limits.rows else { break }
            taken.append(range)
        }
        unchecked.removeFirst(taken.count)
        return (.check(taken), .check(taken))
    }

    /// The gaps and holes among the rows that are read, and the gaps around them as far as the window
    /// is wide; those that are read come first.
    private func ranges(
        _ list: SparseList, _ section: Int, _ rows: Range<Int>
    ) -> [RowRange] {
        let near = max(0, rows.lowerBound - window.before)..<(rows.upperBound + window.after)
        let around = [near.lowerBound..<rows.lowerBound, rows.upperBound..<near.upperBound]
        let wanted = list.lacking(in: section, rows)
        return (wanted + around.flatMap { list.gaps(in: section, $0) }).map { range in
            RowRange(at: IndexPath(section: section, row: range.lowerBound), rows: range.count)
        }
    }

    // MARK: Answers

    /// Takes in the answer to the query that is under way.
    ///
    /// - Throws: a `CountError` where it does not fit the list.
    mutating func answered(
        _ message: RowsMessage, _ list: inout SparseList
    ) throws(CountError) {
        underWay = nil
        for run in message.runs { try list.hold(SparseList.Run(run)) }
        for id in message.missing { list.forget(id) }
        missing.formUnion(message.missing)
    }

    /// Compares digests, which answer the query that is under way, with what is held now at the same
    /// places.
    ///
    /// - Returns: the number of ranges that differ, which are asked for again.
    mutating func answered(_ message: Checked, _ list: SparseList) -> Int {
        guard case .check(let ranges) = underWay?.purpose else { return 0 }
        underWay = nil
        var count = 0
        for (range, digest) in zip(ranges, message.digests) {
            // A place that has come into a gap since is no longer held.
            guard let held = list.digest(from: range.at, count: range.rows), held != digest else {
                continue
            }
            count += 1
            differing.append(range)
        }
        return count
    }

    /// The reader whose page this is; nil: no reader's.
    mutating func answered(_ message: Found) -> Int? {
        guard let (n, purpose) = underWay, n == message.n, case .find(let reader) = purpose else {
            return nil
        }
        underWay = nil
        reads.removeAll { $0.reader == reader }
        return reader
    }

    /// The query with this number was refused.
    ///
    /// - Returns: The reader who waited for it; nil: none.
    mutating func refused(_ n: Int) -> Int? {
        guard let (number, purpose) = underWay, number == n else { return nil }
        underWay = nil
        switch purpose {
        case .rows(let reader?), .find(let reader):
            reads.removeAll { $0.reader == reader }
            return reader
        case .rows(nil), .check:
            isRefused = true
            return nil
        }
    }

    /// Ids that an answer did not have, until the readers have been told.
    private var missing: Set<RowID> = []

    /// The answers to those who read what is held now.
    mutating func takeAnswers(_ list: SparseList) -> [(reader: Int, rows: [Row])] {
        var answers: [(reader: Int, rows: [Row])] = []
        reads.removeAll { reader, read in
            guard let rows = Self.rows(read, list, missing) else { return false }
            answers.append((reader, rows))
            return true
        }
        missing = []
        return answers
    }

    /// Ends all reads.
    ///
    /// - Returns: The readers.
    mutating func abandon() -> [Int] {
        defer { reads = [] }
        return reads.map(\.reader)
    }

    /// What is read, if the list holds all of it.
    private static func rows(
        _ read: RowRead, _ list: SparseList, _ missing: Set<RowID>
    ) -> [Row]? {
        switch read {
        case .find: return nil
        case .row(let id):
            if let row = list.held(id)?.row { return [row] }
            return missing.contains(id) ? [] : nil
        case .rows(let id, let rows):
            guard let section = list.sectionIndex(of: id) else { return [] }
            let rows = rows.clamped(to: 0..<list.section(at: section).count)
            var held: [Row] = []
            for row in rows {
                guard let row = list.held(at: IndexPath(section: section, row: row))?.row else {
                    return nil
                }
                held.append(row)
            }
            return held
        }
    }
}

extension SparseList {
    /// The places of a section whose content is not held: gaps and holes, ascending.
    fileprivate func lacking(in section: Int, _ rows: Range<Int>) -> [Range<Int>] {
        var lacking: [Range<Int>] = []
        for row in rows.clamped(to: 0..<self.section(at: section).count)
        where held(at: IndexPath(section: section, row: row))?.row == nil {
            if let last = lacking.last, last.upperBound == row {
                lacking[lacking.count - 1] = last.lowerBound..<row + 1
            } else {
                lacking.append(row..<row + 1)
            }
        }
        return lacking
    }
}
