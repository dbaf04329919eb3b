public import ListEditing
import ListProtocol

/// A list that a ``ListClient`` keeps in step with its server, and of which it holds the rows that were
/// read.
///
/// For use from any task, and for lists too long to hold all of them. Every section and its row count is
/// known; rows are asked for as they are read, with some around them. Changes, edits and reconnects are
/// those of a ``SharedList``.
public final class WindowedList: OpenedList {
    /// The list's id.
    public let id: String
    /// The client that keeps it.
    public let client: ListClient

    init(id: String, client: ListClient) {
        self.id = id
        self.client = client
    }

    // MARK: The list

    /// The sections and the rows that are held, with this client's own unanswered edits applied; nil
    /// once the list is closed.
    ///
    /// Complexity: O(1); O(n) in the rows that are held while edits wait.
    public var list: SparseList? {
        get async { await client.machine(of: key)?.sparse }
    }

    /// The same as the server has it.
    public var confirmed: SparseList? {
        get async { await client.machine(of: key)?.replica.sparse }
    }

    // MARK: Reading

    /// Reads the row at a path of ``confirmed``; nil if there is none when the answer comes.
    ///
    /// It waits while the connection is lost.
    ///
    /// - Throws: `ListClientError.refused` where the server refuses or the list is gone, `.noList` where
    ///   it is closed, `.stopped`, and `.cancelled` with the task.
    public func row(at path: IndexPath) async throws(ListClientError) -> Row? {
        guard let list = await confirmed, (0..<list.sectionCount).contains(path.section),
            path.row >= 0
        else { return nil }
        return try await rows(path.row..<path.row + 1, of: list.section(at: path.section).id).first
    }

    /// Reads rows of a section by their indices in ``confirmed``; those past its end, when the answer
    /// comes, are left out.
    ///
    /// - Throws: As ``row(at:)``.
    public func rows(
        _ rows: Range<Int>, of section: SectionID
    ) async throws(ListClientError) -> [Row] {
        let rows = max(0, rows.lowerBound)..<max(0, rows.upperBound)
        guard !rows.isEmpty else { return [] }
        return try await read(.rows(section, rows))
    }

    /// Reads a row; nil if the list does not have it.
    ///
    /// - Throws: As ``row(at:)``.
    public func row(_ id: RowID) async throws(ListClientError) -> Row? {
        try await read(.row(id)).first
    }

    /// Searches the list on the server for a text, letter case folded, a page at a time.
    ///
    /// - Parameters:
    ///   - text: What to look for in the string values of fields.
    ///   - fields: The fields to look in; empty: all.
    ///   - limit: The most rows of a page, at most `limits.windowRows` of the server.
    ///   - from: Where the page begins: `next` of the page before; nil: the start.
    /// - Throws: As ``row(at:)``.
    public func find(
        _ text: String, in fields: [String] = [], limit: Int = 100, from: IndexPath? = nil
    ) async throws(ListClientError) -> FoundRows {
        let query = TextQuery(text: text, fields: fields, limit: max(1, limit), from: from)
        switch try await client.read(.find(query), of: key) {
        case .found(let page): return page
        case .rows: throw .refused(code: "badAnswer", message: "the server sent rows")
        case .failed(let code, let message): throw .refused(code: code, message: message)
        }
    }

    private func read(_ read: RowRead) async throws(ListClientError) -> [Row] {
        switch try await client.read(read, of: key) {
        case .rows(let rows): return rows
        case .found: throw .refused(code: "badAnswer", message: "the server sent a page")
        case .failed(let code, let message): throw .refused(code: code, message: message)
        }
    }
}
