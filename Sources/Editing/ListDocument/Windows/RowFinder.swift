package import ListEditing
package import ListProtocol
import TextBytes

/// Looks through the rows of a list for a text, a page at a time.
///
/// A page ends with its last row that was asked for, or with the work that one request may take: then it
/// has fewer rows, perhaps none, and tells where the next begins.
package struct RowFinder: Sendable {
    /// Work of one page on another thread than the loop's: about 10 ms.
    package static let pageWork = 4_194_304

    private let query: TextQuery
    private let names: Set<TextKey>
    private let search: TextSearch
    private let limits: ProtocolLimits

    /// A page as far as it was looked for.
    package struct Page: Sendable {
        package var rows: [Found.Match] = []
        package var next: IndexPath?
    }

    package init(_ query: TextQuery, limits: ProtocolLimits) {
        self.query = query
        self.limits = limits
        names = Set(query.fields.map { TextKey($0) })
        search = TextSearch(query.text)
    }

    /// - Parameter work: in bytes of fields, and some for each row, its fields' names and characters that are
    ///   not of ASCII; one row may take more than is left.
    package func page(of list: EditableList, work: Int) -> Page {
        var page = Page()
        var left = work
        var bytes = 0
        let from = query.from ?? IndexPath(section: 0, row: 0)
        var start = from.row
        for section in from.section..<max(from.section, list.sectionCount) {
            var row = start
            let end = list.scanRows(in: section, from: start) { candidate in
                guard left > 0, page.rows.count < query.limit else { return false }
                left -= Self.rowWork + candidate.fields.byteCount
                if !names.isEmpty { left -= candidate.fields.count * Self.nameWork }
                if holds(candidate, &left) {
                    bytes += candidate.wireByteCount(isOnlyIDs: false) + Self.pathBytes
                    guard bytes <= limits.setBytes || page.rows.isEmpty else { return false }
                    page.rows.append(
                        Found.Match(at: IndexPath(section: section, row: row), row: candidate))
                }
                row += 1
                return true
            }
            if let end {
                page.next = IndexPath(section: section, row: end)
                return page
            }
            start = 0
        }
        return page
    }

    /// Work that a row takes beside its fields' bytes.
    private static let rowWork = 32
    /// Work of looking whether the query names a field.
    private static let nameWork = 64
    /// Bytes around a row of an answer.
    private static let pathBytes = 32

    /// Whether a row is to be found; takes from `left` what folding took.
    private func holds(_ row: Row, _ left: inout Int) -> Bool {
        var work = 0
        defer { left -= work }
        if names.isEmpty {
            return unsafe row.fields.contains { unsafe search.isIn($1, work: &work) }
        }
        return unsafe row.fields.contains { name, value in
            unsafe names.contains(TextKey(String(decoding: name, as: UTF8.self)))
                && search.isIn(value, work: &work)
        }
    }
}
