import DequeModule
import ListDocument
package import ListEditing
package import ListProtocol

/// The queries of one list: answered at once where they read little, else on another thread.
///
/// A part of ``ReadBacklog``. A long one reads a copy that shares the list's rows. One is under way at a
/// time, so that a list has one such copy, whatever is asked of it; the others wait for their turn. The
/// stream of the session that asks stands still meanwhile, so that its answer has its place there.
struct QueryBacklog: Sendable {
    /// What became of a query.
    enum Outcome: Sendable {
        case answered(QueryRequest, [UInt8])
        /// It is to be answered from this copy on another thread.
        case begun(QueryRequest, EditableList)
    }

    /// Rows whose ids are hashed, and ids that are looked up, in a turn of the loop.
    static let turnRows = 2_000
    /// Bytes of a list, as `EditableList.byteCount` tells them, that are looked through in a turn of the
    /// loop.
    static let turnBytes = 65_536
    /// Bytes of the text that is looked for, and of the names of fields, that are made ready in a turn of the loop.
    static let turnPattern = 4_096

    private var waiting: Deque<QueryRequest> = []
    /// Those that read much.
    private var long: Deque<QueryRequest> = []
    private var isReading = false

    /// Whether one can be answered, or begun.
    var needList: Bool { !waiting.isEmpty || !isReading && !long.isEmpty }
    var isEmpty: Bool { waiting.isEmpty && long.isEmpty }

    mutating func add(_ query: QueryRequest) { waiting.append(query) }

    /// The query that was begun is answered, or not to be answered any more.
    mutating func readEnded() { isReading = false }

    /// Takes out all that wait.
    mutating func takeAll() -> [QueryRequest] {
        defer { (waiting, long) = ([], []) }
        return Array(waiting) + Array(long)
    }

    /// Answers or begins the next query; nil: there is none for now.
    mutating func next(_ list: LoadedList) -> Outcome? {
        while let query = waiting.popFirst() {
            guard !query.isLong(for: list.list) else {
                long.append(query)
                continue
            }
            return .answered(query, query.answer(from: list.list, list.id, list.limits))
        }
        guard !isReading, let query = long.popFirst() else { return nil }
        isReading = true
        return .begun(query, list.list.withoutHistory)
    }
}

extension QueryRequest {
    /// Whether answering it takes too long for a turn of the loop.
    fileprivate func isLong(for list: EditableList) -> Bool {
        switch subject {
        case .rows(let selection):
            if case .ids(let ids) = selection.rows {
                ids.count > QueryBacklog.turnRows
            } else {
                false
            }
        case .check(let ranges): ranges.reduce(0) { $0 + $1.rows } > QueryBacklog.turnRows
        case .find(let query):
            list.byteCount > QueryBacklog.turnBytes
                || query.fields.reduce(query.text.utf8.count) { $0 + $1.utf8.count }
                    > QueryBacklog.turnPattern
        }
    }

    /// What answering it takes, in rows.
    var turnCost: Int {
        switch subject {
        case .rows(let selection):
            if case .ids(let ids) = selection.rows {
                // An id is looked up three times: whether it came before, for its row, and for its path.
                ids.count * (wantsAuthors ? 4 : 3) / 2
            } else {
                wantsAuthors ? 2_000 : 1_000
            }
        case .check(let ranges): ranges.count / 4 + ranges.reduce(0) { $0 + $1.rows } / 4
        case .find: 1_000
        }
    }

    /// Where a session asks for ranges: itself, and the first row of them; nil: there is none.
    func firstRow(in list: EditableList) -> (connection: UInt64, row: RowID)? {
        guard case .session(let connection, _) = asker, case .rows(let selection) = subject,
            case .ranges(let ranges) = selection.rows, !selection.isOnlyIDs,
            let first = ranges.first, let row = list.row(at: first.at)
        else { return nil }
        return (connection, row.id)
    }

    /// The message that answers it.
    package func answer(
        from list: EditableList, _ id: ListID, _ limits: ProtocolLimits
    ) -> [UInt8] {
        switch subject {
        case .rows(let selection):
            let reader = WindowReader(list: list, limits: limits, hasAuthors: wantsAuthors)
            let (runs, missing) = reader.read(selection)
            return RowsMessage(
                list: id, n: n ?? 0, revision: list.revision, runs: runs, missing: missing,
                isOnlyIDs: selection.isOnlyIDs, hasAuthors: wantsAuthors
            ).encoded
        case .check(let ranges):
            let digests = ranges.map { list.digest(from: $0.at, count: $0.rows) }
            return Checked(list: id, n: n ?? 0, revision: list.revision, digests: digests).encoded
        case .find(let query):
            let page = RowFinder(query, limits: limits).page(of: list, work: RowFinder.pageWork)
            return Found(
                list: id, n: n, revision: list.revision, rows: page.rows, next: page.next
            ).encoded
        }
    }
}
