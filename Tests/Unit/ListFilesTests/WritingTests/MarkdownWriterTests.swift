import ListEditing
import Testing

@testable import ListFiles

@Suite struct MarkdownWriterTests {
    @Test func list_isHeadingsAndTasks() {
        let (text, lost) = ExportFormat.markdown.text(WrittenList.rich)
        #expect(
            text == """
                # Trip: north

                - [x] Book train
                  Seat 12;
                  at the window, left
                    - [ ] Compare prices
                        - Ask
                - Pack

                ## Later

                - Museum

                """)
        #expect(
            lost == [
                "the rules of the list and 1 row", "1 row without a title", "10 values of 6 fields",
                "the indent of 1 row",
            ])
    }

    @Test func sections_haveHeadingsWhereTheyCannotBeToldOtherwise() {
        let rows = [WrittenList.row("a", #""x""#)]
        let state = WrittenList.state(
            "",
            [
                SectionState(id: SectionID("1"), title: ""),
                SectionState(id: SectionID("2"), title: "Empty"),
                SectionState(id: SectionID("3"), title: "", rows: rows),
                SectionState(id: SectionID("4"), title: "C #", rows: rows),
            ])
        let (text, lost) = ExportFormat.markdown.text(state)
        #expect(text == "#\n\n##\n\n## Empty\n\n##\n\n- x\n\n## C \\#\n\n- x\n")
        #expect(lost.isEmpty)
    }

    @Test func details_keepTheirLines() {
        let detail = #"" \n\none  \n\n    - two\n\t# three\r\n\rfour\n\n""#
        let state = WrittenList.rows([
            WrittenList.row("a", #""x""#),
            WrittenList.row("b", #"" y\nz ""#, ["detail": detail, "indent": "1"]),
        ])
        let (text, lost) = ExportFormat.markdown.text(state)
        #expect(
            text == """
                # T

                - x
                    - y z
                      one

                      \\- two
                      \\# three

                      four

                """)
        #expect(
            lost == [
                "line breaks in 1 title", "some blanks of 2 texts", "2 control characters",
            ])
    }

    /// Each text, and how it is written at the start of a line, in a task and in a heading; `=`: as it is.
    @Test(
        arguments: ###"""
            plain ¦ = ¦ = ¦ =
            **bold** # ¦ = ¦ = ¦ **bold** \#
            # a ¦ \# a ¦ = ¦ =
            # ¦ \# ¦ = ¦ \#
            - a ¦ \- a ¦ = ¦ =
            -5 ¦ = ¦ = ¦ =
            --- ¦ \--- ¦ = ¦ =
            * * * ¦ \* * * ¦ = ¦ =
            == ¦ \== ¦ = ¦ =
            + a ¦ \+ a ¦ = ¦ =
            > a ¦ \> a ¦ = ¦ =
            1. a ¦ 1\. a ¦ = ¦ =
            12) ¦ 12\) ¦ = ¦ =
            1.5 l ¦ = ¦ = ¦ =
            1\. a ¦ 1\\. a ¦ 1\\. a ¦ =
            1234567890. a ¦ = ¦ = ¦ =
            [x] a ¦ \[x] a ¦ = ¦ =
            [a](b) ¦ = ¦ = ¦ =
            [a]: b ¦ \[a]: b ¦ = ¦ =
            ``` ¦ \``` ¦ = ¦ =
            `a` ¦ = ¦ = ¦ =
            <!-- a ¦ \<!-- a ¦ = ¦ =
            <b> ¦ = ¦ = ¦ =
            | a ¦ \| a ¦ = ¦ =
            \- a ¦ \\- a ¦ \\- a ¦ =
            \\server ¦ \\\server ¦ \\\server ¦ =
            \a ¦ = ¦ = ¦ =
            \ ¦ = ¦ = ¦ =
            \## ¦ \\## ¦ \\## ¦ \\##
            • a ¦ \• a ¦ = ¦ =
            ✅ a ¦ \✅ a ¦ = ¦ =
            \– a ¦ \\– a ¦ \\– a ¦ =
            – ¦ \– ¦ = ¦ =
            a \## ¦ = ¦ = ¦ a \\##
            """###.split(separator: "\n").map(String.init))
    func start_isNotReadAsSomethingElse(line: String) {
        let cells = line.split(separator: " ¦ ")
        let expected = cells.map { $0 == "=" ? String(cells[0]) : String($0) }
        let text = Array(cells[0].utf8)[...]
        let written = [
            MarkdownEscaping.block(text), MarkdownEscaping.text(text),
            MarkdownEscaping.heading(text),
        ].map { String(decoding: $0, as: UTF8.self) }
        #expect(written == Array(expected.dropFirst()))
    }

    /// All texts of up to four characters of those that have a meaning, by the rules of `MarkdownEscaping`.
    @Test func escapedTexts_comeBack() {
        let letters = Array("\\#-1. ".utf8)
        var texts: [[UInt8]] = [[]]
        for _ in 0..<4 {
            texts += texts.filter { $0.count == texts[texts.count - 1].count }
                .flatMap { text in letters.map { text + [$0] } }
        }
        for text in texts where text.first != 0x20 && text.last != 0x20 {
            let isRead =
                Self.start(MarkdownEscaping.block(text[...])) == text
                && Self.start(MarkdownEscaping.text(text[...])) == text
                && Self.end(MarkdownEscaping.heading(text[...])) == text
            if !isRead { Issue.record("\(String(decoding: text, as: UTF8.self))") }
        }
    }

    /// A text without the backslash that reading removes at its start.
    private static func start(_ text: [UInt8]) -> [UInt8] {
        let digits = text.prefix { 0x30...0x39 ~= $0 }.count
        let marks = text.dropFirst(digits).drop { $0 == 0x5C }
        let isOrder = 1...9 ~= digits && marks.first.map { ".)".utf8.contains($0) } == true
        let isStart = digits == 0 && text.count > 1 && "\\#-.".utf8.contains(text[1])
        guard text.count > digits, text[digits] == 0x5C, isOrder || isStart else { return text }
        return Array(text[..<digits] + text[(digits + 1)...])
    }

    /// A heading without number signs that close it, and the backslash that reading removes at its end.
    private static func end(_ text: [UInt8]) -> [UInt8] {
        let signs = text.reversed().prefix { $0 == 0x23 }.count
        let marks = text.dropLast(signs).reversed().prefix { $0 == 0x5C }.count
        let rest = Array(text.dropLast(signs + marks))
        guard signs > 0 else { return text }
        if marks == 0 { return rest.isEmpty || rest.last == 0x20 ? Array(rest) : text }
        guard rest.isEmpty || rest.last == 0x20 else { return text }
        return rest + text.dropFirst(rest.count + 1)
    }
}
