import ListEditing
import ListFiles
import ListProtocol
import Testing

/// Shapes of files that programs write beside those in `Tests/Support/Fixtures/imports`.
@Suite struct FileReaderTests {
    private static func read(
        _ text: String, _ name: String = "file", limits: ProtocolLimits = ProtocolLimits()
    ) throws -> FileContents {
        try FileReader.read(Array(text.utf8), name: name, limits: limits)
    }

    /// A line for each list, section with a title, row, and what is left out.
    private static func lines(_ contents: FileContents) -> [String] {
        var lines: [String] = []
        for list in contents.lists {
            lines.append("# \(list.title)")
            for section in list.sections {
                if !section.title.isEmpty { lines.append("## \(section.title)") }
                for row in section.rows {
                    let fields = row.fields.entries.map { "\($0.name)=\($0.value.json)" }
                    lines.append(fields.joined(separator: " "))
                }
            }
        }
        return lines + contents.leftOut.map { "– \($0.words)" }
    }

    private static let shapes: [(text: String, format: FileFormat, lines: [String])] = [
        (
            "{\"data\":{\"lists\":[{\"id\":1,\"title\":\"Home\"}],\"tasks\":[{\"id\":5,\"list_id\":1,"
                + "\"title\":\"Paint\",\"completed\":true,\"due_date\":\"2015-01-02\",\"starred\":true}],"
                + "\"subtasks\":[{\"task_id\":5,\"title\":\"Brush\",\"completed\":false}],"
                + "\"notes\":[{\"task_id\":5,\"content\":\"white\"}]}}",
            .wunderlist,
            [
                "# Home",
                "detail=\"white\" done=true due=\"2015-01-02\" priority=1 title=\"Paint\"",
                "done=false indent=1 title=\"Brush\"",
            ]
        ),
        (
            "[{\"id\":1,\"title\":\"Home\",\"tasks\":[{\"title\":\"Paint\",\"completed\":false,"
                + "\"notes\":[{\"content\":\"white\"}],\"comments\":[{\"text\":\"soon\"}],"
                + "\"subtasks\":[{\"title\":\"Brush\",\"completed\":true}]}]}]",
            .wunderlist,
            [
                "# Home", "detail=\"white\\nsoon\" done=false title=\"Paint\"",
                "done=true indent=1 title=\"Brush\"",
            ]
        ),
        (
            "[{\"annotations\":[{\"entry\":\"1\",\"description\":\"more\"}],\"description\":\"Fix\","
                + "\"due\":\"20261204T100000Z\",\"priority\":\"M\",\"project\":\"House\","
                + "\"status\":\"pending\",\"tags\":[\"a\"],\"uuid\":\"u\",\"size\":3},\n"
                + "{\"description\":\"Gone\",\"status\":\"deleted\",\"uuid\":\"v\"}]",
            .taskwarrior,
            [
                "# file", "## House",
                "detail=\"more\" done=false due=\"2026-12-04T10:00:00Z\" labels=[\"a\"] priority=2 "
                    + "size=\"3\" title=\"Fix\"",
                "– 1 deleted task",
            ]
        ),
        (
            "{\"description\":\"One\",\"status\":\"completed\",\"uuid\":\"u\"},\n"
                + "{\"description\":\"Two\",\"status\":\"pending\",\"uuid\":\"v\"}\n",
            .taskwarrior, ["# file", "done=true title=\"One\"", "done=false title=\"Two\""]
        ),
        (
            "{\"tasks\":[{\"title\":\"a\",\"checked\":true},\n{\"title\":\"b\"}]}", .jsonRecords,
            ["# file", "done=true title=\"a\"", "title=\"b\""]
        ),
        (
            "{\"value\":[{\"importance\":\"high\",\"status\":\"notStarted\",\"title\":\"Call\","
                + "\"body\":{\"content\":\"why\"},\"dueDateTime\":{\"dateTime\":"
                + "\"2026-11-30T23:00:00.0000000\",\"timeZone\":\"UTC\"},\"checklistItems\":"
                + "[{\"displayName\":\"Step\",\"isChecked\":true}]}]}",
            .microsoftToDo,
            [
                "# file",
                "detail=\"why\" done=false due=\"2026-12-01\" priority=1 title=\"Call\"",
                "done=true indent=1 title=\"Step\"",
            ]
        ),
        (
            "{\"textContent\":\"Milk\\n\\nBread\",\"isTrashed\":false,\"title\":\"Shop\"}", .keep,
            ["# Shop", "title=\"Milk\"", "title=\"Bread\""]
        ),
        (
            "[{\"textContent\":\"a\",\"isTrashed\":true},{\"textContent\":\"b\",\"isArchived\":true}]",
            .keep, ["– 1 archived note", "– 1 note in the trash"]
        ),
        (
            "\"Subject\",\"Due Date\",\"Date Completed\",\"% Complete\",\"Categories\",\"Priority\","
                + "\"Sensitivity\"\n\"Pay\",\"12/31/2026\",\"\",\"0\",\"Bills;Home\",\"High\",\"Normal\"\n"
                + "\"Paid\",\"12/1/2026\",\"11/30/2026\",\"1\",\"\",\"Normal\",\"Normal\"\n",
            .outlook,
            [
                "# file",
                "done=false due=\"2026-12-31\" labels=[\"Bills\",\"Home\"] priority=1 title=\"Pay\"",
                "done=true due=\"12/1/2026\" title=\"Paid\"",
            ]
        ),
        (
            "ID,Team,Title,Status,Priority,Project,Cycle Number,Completed,Canceled,Parent issue\n"
                + "L-2,T,Part,Done,Low,P,,2026-11-30T00:00:00Z,,L-1\nL-1,T,Build,Todo,Urgent,P,,,,\n",
            .linear,
            [
                "# file", "## P",
                "Status=\"Todo\" Team=\"T\" done=false priority=1 title=\"Build\"",
                "Status=\"Done\" Team=\"T\" done=true indent=1 priority=3 title=\"Part\"",
            ]
        ),
        (
            "Title\tURL\tAssignees\tStatus\tRepository\nBug\thttps://x/1\tkim\tDone\ta/b\n",
            .gitHub,
            [
                "# file",
                "Repository=\"a/b\" Status=\"Done\" assignee=\"kim\" done=true title=\"Bug\" "
                    + "url=\"https://x/1\"",
            ]
        ),
        (
            "Tâche;Fait;Échéance;Priorité;Étiquettes;Rayon\nPain;oui;1er décembre 2026;haute;a, b;3\n",
            .csv,
            [
                "# file",
                "Rayon=\"3\" done=true due=\"2026-12-01\" labels=[\"a\",\"b\"] priority=1 title=\"Pain\"",
            ]
        ),
        (
            "Name,Done,priority\nMilk,maybe,soon\n", .csv,
            ["# file", "Done=\"maybe\" Priority=\"soon\" title=\"Milk\""]
        ),
        (
            "id,title,parent\n1,a,2\n2,b,1\n3,c,9\n4,d,3\n", .csv,
            [
                "# file", "title=\"a\"", "indent=1 title=\"b\"", "parent=\"9\" title=\"c\"",
                "indent=1 title=\"d\"",
            ]
        ),
        (
            "Name,Data,Team\nRice,white,Red\nTea,,\n", .csv,
            ["# file", "Data=\"white\" Team=\"Red\" title=\"Rice\"", "title=\"Tea\""]
        ),
        (
            "list,section,title\nA,x,1\nB,,2\nA,y,3\nA,x,4\n", .csv,
            [
                "# A", "## x", "title=\"1\"", "title=\"4\"", "## y", "title=\"3\"", "# B", "## x",
                "title=\"2\"",
            ]
        ),
        (
            "Milk\nBread: rye\n  dark\n\nBakery:\n[x] Rolls\n☐ Cake\n", .text,
            [
                "# file", "title=\"Milk\"", "detail=\"dark\" title=\"Bread: rye\"", "## Bakery",
                "done=true title=\"Rolls\"", "done=false title=\"Cake\"",
            ]
        ),
        (
            "- a\n  ```\n  - code\n  ```\n- \n  - b\n\n---\nwords\n", .markdown,
            [
                "# file", "detail=\"```\\n- code\\n```\" title=\"a\"", "title=\"b\"",
                "– 1 row without a title", "– 1 line that is no row",
            ]
        ),
        (
            "- Trip @parallel(true)\n\t- Book @context(home) @due(2026-12-05 17:00) @flagged @at(5)\n",
            .taskPaper,
            [
                "# file", "done=false title=\"Trip\"",
                "at=\"5\" done=false due=\"2026-12-05 17:00\" indent=1 labels=[\"home\"] priority=1 "
                    + "title=\"Book\"",
            ]
        ),
        (
            "<opml><body><outline text=\"&lt;b&gt;A&lt;/b&gt; &amp;amp; B\" type=\"x\" at=\"5\"/>"
                + "<outline><outline text=\"C\"/></outline></body></opml>",
            .opml,
            ["# file", "at=\"5\" title=\"A & B\"", "title=\"C\"", "– 1 row without a title"]
        ),
        (
            "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:a\r\nRELATED-TO:b\r\nSUMMARY:Kid\r\nEND:VTODO\r\n"
                + "BEGIN:VTODO\r\nUID:b\r\nSUMMARY;X=\"a:b\":Par\r\n ent\r\nPRIORITY:9\r\nLOCATION:Here\r\n"
                + "DUE;TZID=Europe/Berlin:20261204T100000\r\nBEGIN:VALARM\r\nSUMMARY:No\r\n"
                + "END:VALARM\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
            .iCalendar,
            [
                "# file",
                "LOCATION=\"Here\" done=false due=\"2026-12-04T10:00:00\" priority=3 title=\"Parent\"",
                "done=false indent=1 title=\"Kid\"", "– 1 reminder",
            ]
        ),
        (
            "(D) Sleep due:2026-12-01 rec:1d\nx 2026-01-01 Mail a@b.c http://x.y pri:A\n", .todoTxt,
            [
                "# file", "done=false due=\"2026-12-01\" rec=\"1d\" title=\"Sleep\"",
                "done=true priority=1 title=\"Mail a@b.c http://x.y\"",
            ]
        ),
        (
            "section,sectionTitle,row,title,n:json\ns,S,r,'=1,1.50\n", .csv,
            ["# file", "## S", "n=1.50 title=\"=1\""]
        ),
        (
            "{\"format\":\"lockstep-list/1\",\"list\":\"l\",\"title\":\"T\",\"sections\":[{\"title\":"
                + "\"S\",\"rows\":[{\"fields\":{\"title\":\"a\"}}]}]}", .json,
            ["# T", "## S", "title=\"a\""]
        ),
    ]

    @Test(arguments: shapes.indices)
    func shape_isReadAsItIsMeant(index: Int) throws {
        let shape = Self.shapes[index]
        let contents = try Self.read(shape.text)
        #expect(Self.lines(contents) == shape.lines)
        #expect(contents.format == shape.format)
    }

    @Test(arguments: [
        ("\u{FEFF}Title\tDone\r\nÄpfel\tyes\r\n", String.UTF16Form.littleEndian),
        ("\u{FEFF}Title\tDone\r\nÄpfel\tyes\r\n", .bigEndian),
        ("Title\tDone\r\nÄpfel\tyes\r\n", .littleEndian),
    ])
    func utf16_isReadByItsMarkOrItsZeros(text: String, form: String.UTF16Form) throws {
        let contents = try FileReader.read(
            text.bytes(in: form), name: "a", limits: ProtocolLimits())
        #expect(Self.lines(contents) == ["# a", "done=true title=\"Äpfel\""])
    }

    /// `ß»` of Windows-1252 is a character of UTF-8.
    @Test func windows1252_isReadWhereBytesAreNoUTF8() throws {
        let bytes: [UInt8] = [0xDF, 0xBB, 0x0A, 0xE4, 0x0A, 0xFC, 0x0A, 0x80, 0x31]
        let contents = try FileReader.read(bytes, name: "a", limits: ProtocolLimits())
        let titles = ["ß»", "ä", "ü", "€1"].map { "title=\"\($0)\"" }
        #expect(Self.lines(contents) == ["# a"] + titles)
    }

    @Test func pageOfNotion_losesItsId() throws {
        let name = "Trip 0123456789abcdef0123456789abcdef"
        let contents = try Self.read("# Trip\n\n- [ ] Pack\n", name + ".md")
        #expect(contents.format == .notion && Self.lines(contents)[0] == "# Trip")
        #expect(try Self.read("Name,Tags\na,b\n", name + "_all.csv").lists[0].title == "Trip")
    }

    @Test func columnOfTitles_isGivenNamedOrGuessed() throws {
        let text = Array("Menge,Farbe\n2,rot\n".utf8)
        let guessed = try FileReader.read(text, name: "a.csv", limits: ProtocolLimits())
        #expect(
            guessed.table == TableColumns(names: ["Menge", "Farbe"], title: "Menge", isGuess: true))
        let given = try FileReader.read(
            text, name: "a.csv", titleColumn: "Farbe", limits: ProtocolLimits())
        #expect(given.table?.isGuess == false)
        #expect(Self.lines(given) == ["# a", "Menge=\"2\" title=\"rot\""])
    }

    @Test func depth_isCutAt8AndTold() throws {
        let text = (0..<11).map { String(repeating: "  ", count: $0) + "- \($0)\n" }.joined()
        let contents = try Self.read(text)
        let indents = contents.lists[0].sections[0].rows.map { $0.fields["indent"]?.json ?? "0" }
        #expect(indents == (0...10).map { String(min($0, 8)) })
        #expect(contents.leftOut == [LeftOut(.deepRow, count: 2, line: 10)])
    }

    @Test(arguments: [
        ("title\n\"open\n", 2, 1, "not closed"), ("title\nä,\"a\"b\n", 2, 6, "closing quote"),
        ("[{\"title\":\"a\"}\n,{\"title\"", 2, 10, "JSON"), ("{\"a\":\n [}", 2, 3, "JSON"),
        ("<opml><body>\n<outline text=\"a\">", 2, 19, "no element found"),
        ("<opml>\n</body>", 2, 3, "mismatched"), ("<html></html>", 1, 1, "no OPML"),
        ("<!DOCTYPE opml [<!ENTITY a \"b\">]><opml>&a;</opml>", 1, 28, "entities"),
        ("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\n", 4, 1, "END:VTODO"),
        ("BEGIN:VCALENDAR\nEND:VTODO\n", 2, 1, "VCALENDAR is open"),
        ("BEGIN:VCALENDAR\nSUMMARY\n", 2, 8, "colon"),
        ("section,sectionTitle,row,title\ns,S", 2, 4, "middle of a line"),
    ])
    func brokenFile_isRefusedWithItsPlace(
        text: String, line: Int, column: Int, words: String
    ) throws {
        let error = #expect(throws: ListFileError.self) { try Self.read(text, "a.csv") }
        #expect(error?.line == line && error?.column == column, "\(String(describing: error))")
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    @Test func damagedText_isRefusedWithItsPlace() {
        let cut: [[UInt8]] = [Array("ä\nö".utf8.dropLast()), [0xFF, 0xFE, 0x41, 0, 0x41]]
        for bytes in cut {
            let error = #expect(throws: ListFileError.self) {
                try FileReader.read(bytes, name: "a", limits: ProtocolLimits())
            }
            #expect(error?.line != nil && error?.reason.contains("middle of a character") == true)
        }
    }

    @Test(arguments: [
        (String(repeating: "[", count: 100_000), "nests deeper"),
        (String(repeating: "{\"a\":", count: 100_000), "nests deeper"),
        ("", "empty"), (" \n", "empty"), ("PK\u{3}\u{4}", "ZIP"), ("{\"a\":1}", "no program"),
        ("title\n" + String(repeating: "x", count: 20_000), "line 2: the fields"),
        ((0..<1_001).map { "## \($0)\n" }.joined(), "more than 1000 sections"),
    ])
    func whatCannotBeAList_isRefused(text: String, words: String) {
        let name = text.utf8.first == UInt8(ascii: "[") ? "a.json" : "a"
        let error = #expect(throws: ListFileError.self) { try Self.read(text, name) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    /// Nothing of a file nests in the reader, and no circle is followed.
    @Test func depthOfAFile_isBoundless() throws {
        let count = 5_000
        let outline =
            "<opml><body>" + String(repeating: "<outline text=\"a\">", count: count)
            + String(repeating: "</outline>", count: count) + "</body></opml>"
        #expect(try Self.read(outline).lists[0].rowCount == count)
        let chain =
            "id,title,parent\n" + (0..<count).map { "\($0),t,\(($0 + 1) % count)\n" }.joined()
        #expect(try Self.read(chain).lists[0].rowCount == count)
    }

    @Test(arguments: [
        "- a\n- b\n- c\n", "title\na\nb\nc\n", "section,title\ns,a\ns,b\nt,c\n",
        "[{\"title\":\"a\"},{\"title\":\"b\"},{\"title\":\"c\"}]",
        "<opml><body><outline text=\"a\"><outline text=\"b\"/></outline><outline text=\"c\"/></body></opml>",
    ])
    func rowsOverTheLimit_areRefused(text: String) throws {
        let name = text.contains("title\n") ? "a.csv" : "a"
        var limits = ProtocolLimits()
        limits.rows = 3
        #expect(try Self.read(text, name, limits: limits).lists[0].rowCount == 3)
        limits.rows = 2
        let error = #expect(throws: ListFileError.self) {
            try Self.read(text, name, limits: limits)
        }
        #expect(error?.description.contains("more than 2 rows") == true)
    }

    @Test(arguments: ["a\n", "[],", ";", "<a/>"])
    func partsOverTheLimit_areRefused_beforeTheyAreRead(part: String) {
        let parts = part.utf8.count { "\n[,;<".utf8.contains($0) }
        let text = String(repeating: part, count: FileReader.mostParts / parts + 1)
        let error = #expect(throws: ListFileError.self) { try Self.read(text) }
        #expect(error?.description.contains("lines, cells or values") == true)
    }

    @Test func longTitle_isCutAndTold() throws {
        var limits = ProtocolLimits()
        limits.titleBytes = 5
        let contents = try Self.read("# aäää\n- x\n", limits: limits)
        #expect(contents.lists[0].title == "aää" && contents.leftOut == [LeftOut(.longTitle)])
    }
}

extension String {
    enum UTF16Form: Sendable { case littleEndian, bigEndian }

    fileprivate func bytes(in form: UTF16Form) -> [UInt8] {
        utf16.flatMap { unit in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return form == .littleEndian ? bytes : bytes.reversed()
        }
    }
}
