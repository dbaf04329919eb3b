import ListEditing
import Testing

@testable import ListFiles

@Suite struct OutlineWriterTests {
    @Test func list_isAnOutline() {
        let (text, lost) = ExportFormat.opml.text(WrittenList.rich)
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <opml version="2.0">
                <head>
                <title>Trip: north</title>
                </head>
                <body>
                <outline text="Book train" _note="Seat 12;&#10;at the window, left" \
                _complete="true" due="2026-12-05" priority="1" \
                url="https://example.org/?a=1&amp;b=2" category="home,two words" assignee="Lou">
                <outline text="Compare prices" _complete="false">
                <outline text="Ask" priority="3" n="1.50"/>
                </outline>
                </outline>
                <outline text="Pack" due="2026-12-04T10:30:00+01:00"/>
                <outline text="Later">
                <outline text="Museum" due="some day" priority="2"/>
                </outline>
                </body>
                </opml>

                """)
        #expect(
            lost == [
                "the rules of the list and 1 row", "2 sections", "1 row without a title",
                "the type of 1 value", "the indent of 1 row",
            ])
    }

    @Test func texts_areEscapedAsHTMLAndXML() {
        let (text, lost) = ExportFormat.opml.text(
            WrittenList.rows([
                WrittenList.row(
                    "a", #""R&D <b>\"x\"</b> &amp; a<b &#1;\r\n\t""#,
                    ["done": #""no""#, "detail": "5", "n": #""<i>""#])
            ]))
        #expect(
            text.contains(
                #"<outline text="R&amp;D &amp;lt;b&gt;&quot;x&quot;&amp;lt;/b&gt; &amp;amp;amp; a&lt;b "#
                    + #"&amp;amp;#1;&#13;&#10;&#9;" _note="5" n="&amp;lt;i&gt;"/>"#))
        #expect(lost == ["1 value of 1 field", "the type of 1 value"])
    }

    @Test(arguments: [
        ("Größe", true), ("a-b.c1", true), ("_x", true), ("", false), ("1a", false), ("a b", false),
        ("a:b", false), ("a\"b", false), ("XMLish", false), ("text", false), ("created", false),
        ("_note", false), ("labels", false), ("version", false), ("日付", true),
    ])
    func field_isAnAttributeWhereItsNameCanBe(name: String, isOne: Bool) {
        #expect(OutlineNames.canBeAttribute(name) == isOne)
    }

    @Test func labels_areParted() {
        let (text, lost) = ExportFormat.opml.text(
            WrittenList.rows([
                WrittenList.row("a", #""x""#, ["labels": #"["a/b","c,d"," e","","f"]"#]),
                WrittenList.row("b", #""y""#, ["labels": #"["a",1]"#]),
            ]))
        #expect(text.contains(#"<outline text="x" category="a/b,f"/>"#))
        #expect(text.contains(#"<outline text="y"/>"#))
        #expect(lost == ["1 value of 1 field", "3 labels as they are"])
    }
}
