/// The lists, rows and edits that load runs are made of.
///
/// Row number n is `rnnnnnn`; its title says who wrote it last, editor and edit, and is as long as
/// asked.
package struct ListText {
    static let section = "s"

    /// Bytes of a row's fields as JSON.
    let rowBytes: Int

    package init(rowBytes: Int) {
        self.rowBytes = rowBytes
    }

    static func rowName(_ row: Int) -> String { "r" + digits(row, 6) }

    private static func digits(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    /// The title that edit `id` of an editor gives a row; `id` is ten digits, or gaps for them.
    private func title(editor: Int, id: String) -> String {
        let mark = "\(ListText.digits(editor, 6)) \(id) "
        let frame = "{\"title\":\"\"}".utf8.count
        let filling = max(0, rowBytes - frame - mark.utf8.count)
        return mark + String(repeating: "x", count: filling)
    }

    func fields(editor: Int, id: Int) -> String {
        "{\"title\":\"\(title(editor: editor, id: ListText.digits(id, 10)))\"}"
    }

    /// Who wrote a title: the reverse of `title`.
    static func writer(ofTitle title: String) -> FollowedList.Writer? {
        let words = title.split(separator: " ")
        guard words.count >= 2, let editor = Int(words[0]), let id = Int(words[1])
        else { return nil }
        return FollowedList.Writer(editor: editor, intent: id)
    }

    /// The body of `POST /api/lists`; nobody wrote its rows.
    func creation(of list: String, rows: Int) -> [UInt8] {
        let seeds = (0..<rows).map { row in
            "{\"id\":\"\(ListText.rowName(row))\",\"fields\":\(fields(editor: 0, id: 0))}"
        }.joined(separator: ",")
        return Array(
            """
            {"list":"\(list)","title":"Load","sections":[{"id":"\(ListText.section)",\
            "title":"Rows","rows":[\(seeds)]}]}
            """.utf8)
    }

    /// An edit that adds rows at the end.
    func insertion(into list: String, id: Int, rows: Range<Int>) -> [UInt8] {
        let actions = rows.map { row in
            """
            {"op":"insertRow","row":"\(ListText.rowName(row))","fields":\
            \(fields(editor: 0, id: 0)),"to":{"section":"\(ListText.section)","at":"end"}}
            """
        }.joined(separator: ",")
        return Array(
            "{\"type\":\"edit\",\"list\":\"\(list)\",\"id\":\(id),\"actions\":[\(actions)]}".utf8)
    }

    /// Gives a row a new title.
    func update(of list: String, editor: Int) -> MessageTemplate {
        edit(
            list,
            """
            {"op":"updateRow","row":"r@@@@@@","fields":\
            {"title":"\(title(editor: editor, id: "##########"))"}}
            """)
    }

    /// Moves a row to an index.
    func move(in list: String) -> MessageTemplate {
        edit(
            list,
            """
            {"op":"moveRow","row":"r@@@@@@","to":{"section":"\(ListText.section)",\
            "index":^^^^^^}}
            """)
    }

    private func edit(_ list: String, _ action: String) -> MessageTemplate {
        MessageTemplate(
            "{\"type\":\"edit\",\"list\":\"\(list)\",\"id\":##########,\"actions\":[\(action)]}")
    }
}
