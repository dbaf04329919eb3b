/// The content of the lists in load runs, and the messages that create and edit them.
///
/// Row number n has the id `rnnnnnn`. Its title names the editor and the edit that wrote it last,
/// and is filled up to the requested size.
package struct SyntheticList {
    static let section = "s"

    /// The size of a row's fields as JSON, in bytes.
    let rowBytes: Int

    package init(rowBytes: Int) {
        self.rowBytes = rowBytes
    }

    static func rowName(_ row: Int) -> String { "r" + digits(row, 6) }

    private static func digits(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    /// The title that an edit gives a row; `id` is ten digits, or ten gaps.
    private func title(editor: Int, id: String) -> String {
        let mark = "\(SyntheticList.digits(editor, 6)) \(id) "
        let frame = "{\"title\":\"\"}".utf8.count
        let filling = max(0, rowBytes - frame - mark.utf8.count)
        return mark + String(repeating: "x", count: filling)
    }

    func fields(editor: Int, id: Int) -> String {
        "{\"title\":\"\(title(editor: editor, id: SyntheticList.digits(id, 10)))\"}"
    }

    /// The writer that a title names; nil where it names none.
    static func writer(ofTitle title: String) -> RowWriter? {
        let words = title.split(separator: " ")
        guard words.count >= 2, let editor = Int(words[0]), let id = Int(words[1])
        else { return nil }
        return RowWriter(editor: editor, editID: id)
    }

    /// The body of `POST /api/lists`; its rows name editor 0 and edit 0.
    package func creation(of list: String, rows: Int) -> [UInt8] {
        let seeds = (0..<rows).map { row in
            "{\"id\":\"\(SyntheticList.rowName(row))\",\"fields\":\(fields(editor: 0, id: 0))}"
        }.joined(separator: ",")
        return Array(
            """
            {"list":"\(list)","title":"Load","sections":[{"id":"\(SyntheticList.section)",\
            "title":"Rows","rows":[\(seeds)]}]}
            """.utf8)
    }

    /// The message of an edit that inserts rows at the end.
    func insertion(into list: String, id: Int, rows: Range<Int>) -> [UInt8] {
        Array(
            """
            {"type":"edit","list":"\(list)","id":\(id),"actions":[\(insertions(of: rows))]}
            """.utf8)
    }

    /// The body of `POST /api/lists/ID/edits` for the same.
    package func insertionBody(rows: Range<Int>) -> [UInt8] {
        Array("{\"actions\":[\(insertions(of: rows))]}".utf8)
    }

    private func insertions(of rows: Range<Int>) -> String {
        rows.map { row in
            """
            {"op":"insertRow","row":"\(SyntheticList.rowName(row))","fields":\
            \(fields(editor: 0, id: 0)),"to":{"section":"\(SyntheticList.section)","at":"end"}}
            """
        }.joined(separator: ",")
    }

    /// The template of an edit that gives a row a new title.
    func update(of list: String, editor: Int) -> MessageTemplate {
        edit(
            list,
            """
            {"op":"updateRow","row":"r@@@@@@","fields":\
            {"title":"\(title(editor: editor, id: "##########"))"}}
            """)
    }

    /// The template of an edit that moves a row to an index.
    func move(in list: String) -> MessageTemplate {
        edit(
            list,
            """
            {"op":"moveRow","row":"r@@@@@@","to":{"section":"\(SyntheticList.section)",\
            "index":^^^^^^}}
            """)
    }

    private func edit(_ list: String, _ action: String) -> MessageTemplate {
        MessageTemplate(
            "{\"type\":\"edit\",\"list\":\"\(list)\",\"id\":##########,\"actions\":[\(action)]}")
    }
}

/// A message as bytes, with gaps into which numbers are written.
///
/// In the pattern `#` is a digit of the edit's id, `@` of a row's number, `^` of an index; a run of
/// them is one gap. A gap within quotes is padded with zeros, any other with spaces.
struct MessageTemplate {
    private enum GapValue {
        case id
        case row
        case index
    }

    private struct Gap {
        var start: Int
        var width: Int
        var value: GapValue
        var filler: UInt8
    }

    private var bytes: [UInt8]
    private var gaps: [Gap] = []

    /// The size of each message, in bytes.
    var count: Int { bytes.count }

    init(_ pattern: String) {
        bytes = Array(pattern.utf8)
        var isQuoted = false
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard let value = MessageTemplate.value(byte) else {
                place += 1
                continue
            }
            let start = place
            while place < bytes.count, bytes[place] == byte { place += 1 }
            gaps.append(
                Gap(
                    start: start, width: place - start, value: value,
                    filler: isQuoted ? UInt8(ascii: "0") : UInt8(ascii: " ")))
        }
    }

    /// Appends the message with the numbers in the gaps; leading digits that do not fit are cut.
    func append(id: Int, row: Int = 0, index: Int = 0, to output: inout [UInt8]) {
        let start = output.count
        output.append(contentsOf: bytes)
        for gap in gaps {
            var number =
                switch gap.value {
                case .id: id
                case .row: row
                case .index: index
                }
            var place = start + gap.start + gap.width
            repeat {
                place -= 1
                output[place] = UInt8(truncatingIfNeeded: 48 + number % 10)
                number /= 10
            } while number > 0 && place > start + gap.start
            while place > start + gap.start {
                place -= 1
                output[place] = gap.filler
            }
        }
    }

    private static func value(_ byte: UInt8) -> GapValue? {
        switch byte {
        case UInt8(ascii: "#"): .id
        case UInt8(ascii: "@"): .row
        case UInt8(ascii: "^"): .index
        default: nil
        }
    }
}
