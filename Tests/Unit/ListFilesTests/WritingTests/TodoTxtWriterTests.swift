import ListEditing
import Testing

@testable import ListFiles

@Suite struct TodoTxtWriterTests {
    @Test func list_isALineForEachRow() {
        let (text, lost) = ExportFormat.todotxt.text(WrittenList.rich)
        #expect(
            text == """
                x Book train @home @two_words due:2026-12-05 pri:A
                Compare prices
                (C) Ask
                Pack due:2026-12-04
                (B) Museum

                """)
        #expect(
            lost == [
                "the title of the list", "the rules of the list and 1 row", "2 sections",
                "1 row without a title", "5 values of 5 fields", "the indent of 2 rows",
                "the lack of a checkbox in 3 rows", "the exact time of 1 date",
                "1 label as it is",
            ])
    }

    @Test(arguments: [
        ("a + b @ c", "a + b @ c"), ("mail @lou +x", #"mail \@lou \+x"#), ("due:now", #"\due:now"#),
        ("Re:x a_1:b", #"\Re:x \a_1:b"#), ("1:2 a: ä:b", "1:2 a: ä:b"),
        ("due: pri:A", #"due: \pri:A"#), ("x", #"\x"#), ("x a x", #"\x a x"#), ("X a", #"\X a"#),
        ("(A) a (B)", #"\(A) a (B)"#), ("(a) b", "(a) b"), ("2026-12-01 a", #"\2026-12-01 a"#),
        (#"\@a \b \"#, #"\\@a \b \"#), ("at 10:30, see https://a.b", "at 10:30, see https://a.b"),
    ])
    func word_isNotReadAsATag(title: String, line: String) {
        let json = title.replacing(#"\"#, with: #"\\"#)
        let (text, lost) = ExportFormat.todotxt.text(
            WrittenList.rows([WrittenList.row("a", "\"\(json)\"", ["done": "false"])]))
        #expect(text == line + "\n")
        #expect(lost == ["the title of the list"])
    }

    @Test func title_isOneLineWithSingleSpaces() {
        let (text, lost) = ExportFormat.todotxt.text(
            WrittenList.rows([
                WrittenList.row(
                    "a", #""a\r\nb\tc  d ""#, ["done": "true", "labels": #"["","e\nf"]"#])
            ]))
        #expect(text == "x a b c d @e_f\n")
        #expect(
            lost == [
                "the title of the list", "2 labels as they are", "line breaks in 1 title",
                "some blanks of 1 text",
            ])
    }
}
