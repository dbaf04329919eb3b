import JSON
import ListEditing
import ListProtocol
import TextBytes

/// Reads a board as Trello exports it.
struct TrelloBoard {
    private var builder: ContentsBuilder
    private let board: JSONObject
    private var members: [TextKey: String] = [:]
    private var labels: [TextKey: String] = [:]
    private var checklists: [TextKey: [JSONObject]] = [:]
    private var comments: [TextKey: [String]] = [:]
    /// The names of the custom fields, and of what can be chosen in them.
    private var customNames: [TextKey: String] = [:]

    /// Reads the board, which is one list with a section for each of Trello's.
    static func read(
        _ board: JSONObject, title: String, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        var reader = TrelloBoard(board, limits: limits)
        let name = board.text("name")
        reader.builder.beginList(name.isEmpty ? title : name, kind: .check)
        if !board.text("desc").isEmpty { reader.builder.leaveOut(.listNote) }
        try reader.readLists()
        return reader.builder.contents(.trello)
    }

    private init(_ board: JSONObject, limits: ProtocolLimits) {
        self.board = board
        builder = ContentsBuilder(limits: limits)
        for member in board.objects("members") {
            let name = member.text("fullName")
            members[TextKey(member.text("id"))] = name.isEmpty ? member.text("username") : name
        }
        for label in board.objects("labels") {
            labels[TextKey(label.text("id"))] = Self.name(of: label)
        }
        for list in board.objects("checklists").ordered(by: "pos") {
            checklists[TextKey(list.text("idCard")), default: []].append(list)
        }
        for field in board.objects("customFields") {
            customNames[TextKey(field.text("id"))] = field.text("name")
            for option in field.objects("options") {
                customNames[TextKey(option.text("id"))] = option["value"]?.object?.text("text")
            }
        }
        // The newest is the first.
        for action in board.objects("actions").reversed() {
            guard action.text("type").isSame(as: "commentCard"),
                let data = action["data"]?.object, let card = data["card"]?.object
            else { continue }
            comments[TextKey(card.text("id")), default: []].append(data.text("text"))
        }
    }

    private mutating func readLists() throws(ListFileError) {
        let lists = board.objects("lists").ordered(by: "pos")
        var cards: [TextKey: [JSONObject]] = [:]
        let archived = Set(lists.filter { $0.isTrue("closed") }.map { TextKey($0.text("id")) })
        let known = Set(lists.map { TextKey($0.text("id")) })
        var homeless: [JSONObject] = []
        for card in board.objects("cards").ordered(by: "pos") {
            let list = TextKey(card.text("idList"))
            if card.isTrue("closed") {
                builder.leaveOut(.archivedCard)
            } else if archived.contains(list) {
                builder.leaveOut(.cardInArchivedList)
            } else if known.contains(list) {
                cards[list, default: []].append(card)
            } else {
                homeless.append(card)
            }
        }
        for card in homeless { try read(card) }
        for list in lists where !list.isTrue("closed") {
            try builder.beginSection(list.text("name"))
            // Of two lists with one id the first has the cards.
            for card in cards.removeValue(forKey: TextKey(list.text("id"))) ?? [] { try read(card) }
        }
    }

    private mutating func read(_ card: JSONObject) throws(ListFileError) {
        var entry = FileEntry(title: card.text("name"), done: card.isTrue("dueComplete"))
        let id = TextKey(card.text("id"))
        entry.notes = [card.text("desc")] + (comments.removeValue(forKey: id) ?? [])
        entry.due = DayWords.due(card.text("due"))
        let labels = card["idLabels"]?.array?.map { self.labels[TextKey($0.plainText)] ?? "" }
        entry.labels = labels ?? card.objects("labels").map(Self.name(of:))
        let members = card["idMembers"]?.array?.map { self.members[TextKey($0.plainText)] ?? "" }
        entry.assignee = (members ?? []).filter { !$0.isEmpty }.joined(separator: ", ")
        entry.others.append(("start", DayWords.due(card.text("start"))))
        for (index, attachment) in card.objects("attachments").enumerated() {
            let url = attachment.text("url")
            if index == 0 { entry.url = url } else { entry.others.append(("attachments", url)) }
        }
        for item in card.objects("customFieldItems") { addCustomField(item, to: &entry) }
        try builder.add(entry)
        for list in checklists.removeValue(forKey: id) ?? [] {
            for item in list.objects("checkItems").ordered(by: "pos") {
                var row = FileEntry(
                    title: item.text("name"), done: item.text("state").isSame(as: "complete"))
                row.due = DayWords.due(item.text("due"))
                row.assignee = self.members[TextKey(item.text("idMember"))] ?? ""
                try builder.add(row, depth: 1)
            }
        }
    }

    private func addCustomField(_ item: JSONObject, to entry: inout FileEntry) {
        guard let name = customNames[TextKey(item.text("idCustomField"))] else { return }
        let value = item["value"]?.object?.members.first?.value.plainText
        let chosen = customNames[TextKey(item.text("idValue"))]
        entry.others.append((name, value ?? chosen ?? ""))
    }

    /// A label's name, or its colour where it has none.
    private static func name(of label: JSONObject) -> String {
        let name = label.text("name")
        return name.isEmpty ? label.text("color") : name
    }
}
