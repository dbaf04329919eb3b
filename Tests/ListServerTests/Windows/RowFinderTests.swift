import JSON
import ListEditing
import ListProtocol
import SeededRandom
import Testing

@testable import ListServer

@Suite struct RowFinderTests {
    private static func json(_ text: String) -> String { JSONValue.string(text).canonicalText }

    @Test(arguments: [
        ("Blue moon", "BLUE", true), ("Blue moon", "e m", true), ("Blue moon", "moons", false),
        ("STRASSE", "straße", false), ("Straße", "STRAẞE", true), ("ΣΊΣΥΦΟΣ", "σίσυφος", true),
        ("ſuch", "SUCH", true), ("\u{212A}elvin", "kelvin", true), ("İ", "i", false),
        ("ı", "I", false), ("ЁЖ", "ёж", true), ("a\"b\\c\n", "\"B\\C\n", true),
        ("\u{1}x", "\u{1}X", true), ("😀 ok", "😀 OK", true), ("e\u{301}", "\u{e9}", false),
        ("Ꭰ", "ꭰ", true), ("", "", true), ("x", "", true), ("abababc", "ABABC", true),
        ("n", "\n", false), ("µ", "μ", true), ("u0041", "\\u0041", false),
    ])
    func text_isFoundWithItsCaseFoldedSimply(value: String, text: String, isFound: Bool) {
        #expect(TextSearch(text).isIn(Self.json(value).utf8) == isFound)
        #expect(!TextSearch(text).isIn(("[" + Self.json(value) + "]").utf8))
    }

    @Test(arguments: 1...500 as ClosedRange<UInt64>)
    func search_isThatOfEveryPlace(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = ["a", "A", "b", "ä", "Ä", "\"", "\n", "😀"]
        func text(_ most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &random)).map { _ in
                pieces[Int.random(in: pieces.indices, using: &random)]
            }.joined()
        }
        let (value, wanted) = (text(30), text(4))
        let folded = { (text: String) in text.unicodeScalars.map { TextSearch.folded($0) } }
        let (places, part) = (folded(value), folded(wanted))
        let isThere = part.isEmpty || places.indices.contains { places[$0...].starts(with: part) }
        #expect(TextSearch(wanted).isIn(Self.json(value).utf8) == isThere, "seed \(seed)")
    }

    /// At every place anew, this would compare 10^12 times, and never end.
    @Test(.timeLimit(.minutes(10))) func textThatAlmostMatches_isReadOnce() {
        let value = Self.json(String(repeating: "a", count: 2_000_000))
        let almost = String(repeating: "a", count: 500_000) + "b"
        #expect(!TextSearch(almost).isIn(value.utf8))
    }

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
        limits: ProtocolLimits = ProtocolLimits()
    ) -> [RowFinder.Page] {
        let list = EditableList(Self.state)
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
