import JSON
import ListEditing
import ListProtocol
import Testing

@testable import ListDocument
@testable import ListServer
@testable import ServerTesting

@Suite struct RowFinderTests {
    private static func json(_ text: String) -> String { JSONValue.string(text).canonicalText }

    private static let state: ListState = {
        let sections = (0..<4).map { section in
            let rows = (0..<(section == 2 ? 0 : 50)).map { row in
                Row(
                    id: RowID("r\(section)-\(row)"),
                    fields: Fields([
                        Field(name: "title", value: FieldValue(json: json("Row \(row)"))),
                        Field(name: "detail", value: FieldValue(json: json("in \(section)"))),
                        Field(name: "n", value: FieldValue(json: "\(row)")),
                    ]))
            }
            return SectionState(id: SectionID("s\(section)"), title: "", rows: rows)
        }
        return ListState(revision: 3, title: "", rules: Rules(), sections: sections)
    }()

    private func pages(
        _ query: TextQuery, work: Int = RowFinder.pageWork,
        limits: ProtocolLimits = ProtocolLimits(), of state: ListState = Self.state
    ) -> [RowFinder.Page] {
        let list = EditableList(state)
        var query = query
        var pages: [RowFinder.Page] = []
        repeat {
            pages.append(RowFinder(query, limits: limits).page(of: list, work: work))
            query.from = pages.last?.next
        } while query.from != nil && pages.count < 1_000
        return pages
    }

    @Test(arguments: [1, 500, 100_000], [1, 7, 1_000])
    func pages_haveEveryRowOnce_howeverTheyAreCut(work: Int, limit: Int) {
        let pages = pages(TextQuery(text: "row 1", limit: limit), work: work)
        let found = pages.flatMap(\.rows)
        let wanted = [0, 1, 3].flatMap { section in
            ([1] + Array(10..<20)).map { IndexPath(section: section, row: $0) }
        }
        #expect(found.map(\.at) == wanted)
        #expect(found.allSatisfy { $0.row.id.text == "r\($0.at.section)-\($0.at.row)" })
        #expect(pages.allSatisfy { $0.rows.count <= limit })
        #expect(pages.count < 200)
        if work == 1 { #expect(pages.contains { $0.rows.isEmpty && $0.next != nil }) }
    }

    @Test func fields_limitWhereItIsLookedFor() {
        let inTitle = pages(TextQuery(text: "in 1", fields: ["title", "none"], limit: 1_000))
        #expect(inTitle.flatMap(\.rows).isEmpty)
        let inDetail = pages(TextQuery(text: "in 1", fields: ["detail"], limit: 1_000))
        #expect(inDetail.flatMap(\.rows).count == 50)
        // A number is no string.
        #expect(pages(TextQuery(text: "7", fields: ["n"], limit: 1_000)).flatMap(\.rows).isEmpty)
    }

    @Test func page_beginsWhereItIsAsked() {
        let from = IndexPath(section: 1, row: 48)
        let page = pages(TextQuery(text: "row", limit: 1_000, from: from))[0]
        #expect(page.rows.first?.at == from && page.rows.count == 52)
        for nowhere in [IndexPath(section: 3, row: 50), IndexPath(section: 9, row: 0)] {
            let page = pages(TextQuery(text: "row", limit: 1_000, from: nowhere))[0]
            #expect(page.rows.isEmpty && page.next == nil)
        }
    }

    /// A page takes the same time whatever the script: it has fewer rows where their texts are folded.
    @Test(arguments: [("a", 1), ("日", 4), ("я", 6), ("é", 11), ("\u{FDFA}", 61)])
    func page_endsSooner_whereTextsAreFolded(letter: String, weight: Int) {
        let bytes = 3_000
        let text = String(repeating: letter, count: bytes / letter.utf8.count)
        let rows = (0..<200).map { row in
            let value = FieldValue(json: Self.json(text))
            return Row(id: RowID("r\(row)"), fields: Fields([Field(name: "t", value: value)]))
        }
        let section = SectionState(id: SectionID("s"), title: "", rows: rows)
        let state = ListState(revision: 3, title: "", rules: Rules(), sections: [section])
        let work = (bytes + 64) * 200
        let query = TextQuery(text: "none of it", limit: 1_000)
        let starts = pages(query, work: work, of: state).compactMap { $0.next?.row }
        #expect(starts.isEmpty == (weight == 1))
        for (start, next) in zip([0] + starts, starts) {
            #expect(abs(next - start - 200 / weight) <= 1 + 20 / weight)
        }
    }

    @Test func page_hasNoMoreBytesThanAnAnswer() {
        var limits = ProtocolLimits()
        limits.setBytes = 1_000
        let pages = pages(TextQuery(text: "row", limit: 1_000), limits: limits)
        #expect(pages.count > 10 && pages.flatMap(\.rows).count == 150)
        for page in pages {
            let found = Found(
                list: ListID("l"), n: 1, revision: 3, rows: page.rows, next: page.next)
            #expect(found.encoded.count < 1_200)
        }
    }
}
