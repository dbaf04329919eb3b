import ListEditing
import Testing

@testable import ListFiles

@Suite struct CalendarWriterTests {
    @Test func list_isTasks() {
        let (text, lost) = ExportFormat.icalendar.text(WrittenList.rich)
        #expect(
            text.replacing("\r\n", with: "\n") == #"""
                BEGIN:VCALENDAR
                VERSION:2.0
                PRODID:-//Lockstep//Lockstep export//EN
                X-WR-CALNAME:Trip: north
                BEGIN:VTODO
                UID:a
                DTSTAMP:20251128T114000Z
                SUMMARY:Book train
                DESCRIPTION:Seat 12\;\nat the window\, left
                DUE;VALUE=DATE:20261205
                PRIORITY:1
                STATUS:COMPLETED
                CATEGORIES:home,two words
                URL:https://example.org/?a=1&b=2
                END:VTODO
                BEGIN:VTODO
                UID:b
                DTSTAMP:19700101T000000Z
                SUMMARY:Compare prices
                STATUS:NEEDS-ACTION
                RELATED-TO:a
                END:VTODO
                BEGIN:VTODO
                UID:c
                DTSTAMP:19700101T000000Z
                SUMMARY:Ask
                PRIORITY:9
                RELATED-TO:b
                END:VTODO
                BEGIN:VTODO
                UID:d
                DTSTAMP:19700101T000000Z
                SUMMARY:Pack
                DUE:20261204T093000Z
                END:VTODO
                BEGIN:VTODO
                UID:f
                DTSTAMP:19700101T000000Z
                SUMMARY:Museum
                PRIORITY:5
                END:VTODO
                END:VCALENDAR

                """#)
        #expect(
            lost == [
                "the rules of the list and 1 row", "2 sections", "1 row without a title",
                "3 values of 3 fields", "the indent of 1 row", "the lack of a checkbox in 3 rows",
                "the exact time of 1 date",
            ])
        #expect(text.utf8.count { $0 == 0x0A } == text.utf8.count { $0 == 0x0D })
    }

    @Test func longLines_areFoldedBetweenCharacters() {
        for character in ["a", "ä", "€", "🍎"] {
            for shift in 0..<5 {
                let line =
                    String(repeating: "x", count: shift) + String(repeating: character, count: 100)
                var lines = FoldedLines()
                lines.append(Array(line.utf8))
                let parts = String(decoding: lines.bytes, as: UTF8.self)
                    .split(separator: "\r\n", omittingEmptySubsequences: false)
                #expect(parts.last?.isEmpty == true)
                #expect(
                    parts.allSatisfy {
                        $0.utf8.count <= 75 && $0.utf8.elementsEqual(String($0).utf8)
                    })
                #expect(parts.dropLast(2).allSatisfy { $0.utf8.count > 71 })
                #expect(parts.dropFirst().dropLast().allSatisfy { $0.utf8.first == 0x20 })
                let unfolded = parts.dropLast().enumerated().map { $0 == 0 ? $1 : $1.dropFirst() }
                #expect(unfolded.joined().utf8.elementsEqual(line.utf8))
            }
        }
        var lines = FoldedLines()
        lines.append(Array(repeating: 0x61, count: 75))
        #expect(lines.bytes.count == 77)
    }

    @Test func texts_areEscaped() {
        let (text, lost) = ExportFormat.icalendar.text(
            WrittenList.rows([
                WrittenList.row(
                    "a", #""a\\n; b,c:\"\nd\r\ne""#,
                    ["done": "false", "labels": #"["x,y",""]"#, "url": #""no address""#])
            ]))
        #expect(text.contains("\r\nSUMMARY:a\\\\n\\; b\\,c:\"\\nd\\ne\r\n"))
        #expect(text.contains("\r\nCATEGORIES:x\\,y\r\n"))
        #expect(
            lost == ["1 value of 1 field", "1 label as it is", "1 control character"])
    }

    @Test(arguments: [
        ("2026-12-04", "20261204", false), ("20261204", "20261204", false),
        ("20261204T1030", "20261204T103000", false),
        ("20261204T103015Z", "20261204T103015Z", false),
        ("2024-02-29", "20240229", false),
        ("2026-12-04T10:30", "20261204T103000", false),
        ("2026-12-04T10:30:15Z", "20261204T103015Z", false),
        ("2026-12-04T10:30:15.000Z", "20261204T103015Z", false),
        ("2026-12-04T10:30:15.250", "20261204T103015", true),
        ("2026-12-31T23:30:00-05:30", "20270101T050000Z", true),
        ("2024-03-01T00:10+01", "20240229T231000Z", true),
        ("1900-03-01T00:00:00+0001", "19000228T235900Z", true),
        ("0001-01-01T00:00-01:00", "00010101T010000Z", true),
    ])
    func time_isReadFromISO8601(text: String, calendar: String, isInexact: Bool) {
        let time = WrittenTime(text)
        #expect(time?.calendarText == calendar)
        #expect(time?.isInexact == isInexact)
    }

    @Test(arguments: [
        "", "every day", "2026-13-01", "2026-02-29", "2026-1-1", "0000-01-01", "2026-12-04T24:00",
        "202612-04", "20261204T10:30", "20261204T10301", "2026-12-04T1030",
        "2026-12-04T10", "2026-12-04T10:30:", "2026-12-04T10:30:00.", "2026-12-04T10:30Zx",
        "2026-12-04 10:30", "2026-12-04T10:30+1:00", "2026-12-04T10:30+01:",
        "0001-01-01T00:00+01:00",
        "9999-12-31T23:59-01:00", "２026-12-04",
    ])
    func otherText_isNoTime(text: String) {
        #expect(WrittenTime(text) == nil)
    }

    @Test func lastChange_isATimeThatCanBeWritten() {
        #expect(WrittenTime(unixSeconds: 0).calendarText == "19700101T000000Z")
        #expect(WrittenTime(unixSeconds: 951_868_799).calendarText == "20000229T235959Z")
        let author = RowAuthor(client: ClientID("c"))
        var row = WrittenList.row("a", #""x""#)
        row.authorship = Authorship(
            revision: 1, author: author, at: 1 << 53, otherRevision: 0, marks: [])
        let (text, _) = ExportFormat.icalendar.text(WrittenList.rows([row]))
        #expect(text.contains("\r\nDTSTAMP:99991231T235959Z\r\n"))
    }
}
