import ListEditing
import ListProtocol
import Testing

@testable import ListFiles

@Suite struct ExportFormatTests {
    @Test(arguments: [
        ("a.json", ExportFormat.json), ("b/a.CSV", .csv), ("a.md", .markdown),
        ("a.markdown", .markdown), ("a.b.opml", .opml), ("todo.txt", .todotxt),
        ("a.todo.txt", .todotxt), ("/x.md/a.ics", .icalendar), ("a", nil), ("md", nil),
        ("x.md/a", nil), ("a.", nil), ("", nil), ("a.pdf", nil),
    ])
    func ending_namesTheFormat(path: String, format: ExportFormat?) {
        #expect(ExportFormat(path: path) == format)
    }

    @Test(arguments: ExportFormat.allCases)
    func file_hasTheEndingOfItsFormat(format: ExportFormat) {
        #expect(ExportFormat(path: "x." + format.ending) == format)
    }

    @Test func json_losesNothing() {
        let file = ExportFormat.json.write(ListID("l"), WrittenList.rich)
        #expect(file.bytes == ListDocument.encode(ListID("l"), WrittenList.rich))
        #expect(file.lost.isEmpty)
    }

    @Test func csv_losesTitleRulesAndEmptySections() {
        var state = WrittenList.rich
        state.sections.append(SectionState(id: SectionID("s3"), title: "Empty"))
        let file = ExportFormat.csv.write(ListID("l"), state)
        #expect(file.bytes == RowTable.encode(state))
        #expect(
            file.lost.map(\.words) == [
                "the title of the list", "the rules of the list and 1 row", "1 empty section",
            ])
        #expect(file.lost.map(\.kind) == [.title, .rules, .emptySections])
        #expect(file.lost.map(\.count) == [1, 2, 1])
        state = WrittenList.rows([WrittenList.row("a", #""x""#)])
        state.title = "l"
        #expect(ExportFormat.csv.write(ListID("l"), state).lost.isEmpty)
    }

    @Test func losses_areSaidInWords() {
        var tally = LossTally()
        for kind in Loss.Kind.allCases where kind != .rules && kind != .fields {
            tally.add(kind, 2)
        }
        for name in ["a", "b", "a"] { tally.loseValue(of: name) }
        #expect(
            tally.losses.map(\.words) == [
                "the title of the list", "2 sections", "2 empty sections", "2 rows without a title",
                "3 values of 2 fields", "the types of 2 values", "the indent of 2 rows",
                "the lack of a checkbox in 2 rows", "the exact time of 2 dates",
                "2 labels as they are", "line breaks in 2 titles", "some blanks of 2 texts",
                "2 control characters",
            ])
    }

    @Test func controlCharacters_areReplacedInEveryForeignFormat() {
        let title = #""ab\u001b[31m\u007f\u0085\u009b\ufffe\uffff \u202eabc\ud83c\udf4e""#
        let state = WrittenList.rows([WrittenList.row("a", title, ["done": "false"])])
        let clean = "ab\u{FFFD}[31m\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD} \u{202E}abc🍎"
        for format in [ExportFormat.markdown, .opml, .todotxt, .icalendar] {
            let (text, lost) = format.text(state)
            #expect(text.contains(clean), "\(format)")
            #expect(lost.contains("6 control characters"), "\(format)")
        }
    }

    @Test(arguments: ExportFormat.allCases)
    func longList_isWrittenInOnePass(format: ExportFormat) {
        let title = "\"\(String(repeating: "\u{301}", count: 5_000))\\\\ ## 1. <b>&amp;\""
        let detail = "\"\(String(repeating: "- x\\n<\\r\\n", count: 1_000))\""
        let rows = (0..<20).map {
            WrittenList.row("\($0)", title, ["detail": detail, "indent": "\($0 % 9)"])
        }
        #expect(format.write(ListID("l"), WrittenList.rows(rows)).bytes.count > 200_000)
    }
}
