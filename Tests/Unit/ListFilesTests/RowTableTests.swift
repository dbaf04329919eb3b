import ListEditing
import ListProtocol
import Testing

@testable import ListFiles

@Suite struct RowTableTests {
    private func read(_ text: String) throws -> CreateList {
        try RowTable.decode(Array(text.utf8), as: ListID("l"), limits: ProtocolLimits())
    }

    private func titles(_ list: CreateList) -> [[String]] {
        list.sections.map { $0.rows.map { $0.fields["title"]?.json ?? "" } }
    }

    @Test func rows_comeBackFromTheirTable() throws {
        let values = [
            "plain", "a,b;c\td", "two\nlines\r\nor three", "she said \"no\"", " blanks ",
            "=1+1", "+351 21 555", "-x", "@home", "'=quoted", "''-", "'plain", "\tTab", "-5", "x\r",
            "\u{2028}", "\u{301}combining", "\"\u{301}", "TRUE", "12.50", "ä 🍎",
        ]
        let mixed = ["\"text\"", "\"\"", "12.50", "-7", "true", "{\"deep\":[1,2.50,\"=x\"]}", "[]"]
        let names = [
            "title", "Title", "section", "field:x", "x:json", "", "=name", "done", "b,\"c",
        ]
        var sections: [SectionState] = []
        for (number, name) in names.enumerated() {
            let rows = (values.map { FieldValue(json: json($0)) } + mixed.map(FieldValue.init))
                .enumerated().map { index, value in
                    Row(
                        id: RowID("\(number)-\(index)"),
                        fields: Fields([
                            Field(name: name, value: value),
                            Field(name: "plain", value: FieldValue(json: json(values[index % 4]))),
                        ]))
                }
            sections.append(
                SectionState(id: SectionID("-s\(number)"), title: values[number], rows: rows))
        }
        sections[0].rows.append(
            Row(
                id: RowID("done"),
                fields: Fields([
                    Field(name: "n", value: FieldValue(json: "1.0"))
                ])))
        let state = ListState(revision: 3, title: "T", rules: Rules(), sections: sections)
        let list = try RowTable.decode(
            RowTable.encode(state), as: ListID("l"), limits: ProtocolLimits())
        #expect(list.states { "" } == sections)
    }

    @Test func cells_areNotRunByASpreadsheet() {
        for text in ["=1+1", "+1-1", "-x", "@a", "\t=1", "\r=1", "'=1"] {
            #expect(CellEscaping.escaped(text) == "'" + text)
        }
        for text in ["-5", "-1.5e3", "a=b", "'a", ""] {
            #expect(CellEscaping.escaped(text) == text)
        }
    }

    @Test func done_isShownAsTrueAndFalse() throws {
        let rows = ["true", "false"].map {
            Row(id: RowID($0), fields: Fields([Field(name: "done", value: FieldValue(json: $0))]))
        }
        let state = ListState(
            revision: 0, title: "T", rules: Rules(),
            sections: [SectionState(id: SectionID("s"), title: "S", rows: rows)])
        let text = String(decoding: RowTable.encode(state), as: UTF8.self)
        #expect(
            text == "\u{FEFF}section,sectionTitle,row,title,detail,done\r\n"
                + "s,S,true,,,TRUE\r\ns,S,false,,,FALSE\r\n")
    }

    @Test func tableOfASpreadsheet_isTakenAsPeopleMeanIt() throws {
        let list = try read(
            "Section;Title;Done;amount\r\nDairy products;Milk;yes;2\r\n;Butter;;\r\n;;;\r\n"
                + "Bread;\"Rye; dark\";FALSE;\r\nDairy products;Cheese;x;1,5")
        #expect(list.sections.map(\.title) == ["Dairy products", "Bread"])
        #expect(list.sections.map(\.id) == [nil, SectionID("Bread")])
        #expect(titles(list) == [["\"Milk\"", "\"Butter\"", "\"Cheese\""], ["\"Rye; dark\""]])
        let milk = list.sections[0].rows[0].fields
        #expect(milk["done"]?.json == "true" && milk["amount"]?.json == "\"2\"")
        #expect(list.sections[0].rows[1].fields["done"] == nil)
    }

    @Test func tableWithTitlesAlone_isOneSection() throws {
        let list = try read("title\nMilk\nBread\n")
        #expect(titles(list) == [["\"Milk\"", "\"Bread\""]])
        #expect(list.sections[0].id == nil)
    }

    @Test(arguments: [
        ("", "empty"), ("section,row\ns,r\n", "line 1"), ("title,Title\na,b\n", "twice"),
        ("title\n\"open\n", "a quote is not closed"), ("title\n\"a\"b\n", "closing quote"),
        ("title\nx,y\n", "line 2: cell 2"), ("title,done\nx,maybe\n", "TRUE or FALSE"),
        ("row,title\nno spaces,x\n", "line 2: the row's id"), ("a\u{0},title\nx,y\n", "NUL"),
        ("section,title\ns\u{0},y\n", "line 2: there is a NUL character in section"),
        ("title,n:json\nx,[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]\n", "line 2: n nests deeper than 16"),
    ])
    func brokenTable_isRefusedWithItsLine(text: String, words: String) {
        #expect {
            try read(text)
        } throws: { error in
            "\(error)".contains(words)
        }
    }

    @Test func textThatIsNoUTF8_isRefused() {
        #expect(throws: ListFileError.self) {
            try RowTable.decode([0xff, 0xfe, 0x74], as: ListID("l"), limits: ProtocolLimits())
        }
    }

    private func json(_ text: String) -> String {
        var bytes = Array("\"".utf8)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
            case UInt8(ascii: "\r"): bytes += Array("\\r".utf8)
            case UInt8(ascii: "\t"): bytes += Array("\\t".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes + Array("\"".utf8), as: UTF8.self)
    }
}
