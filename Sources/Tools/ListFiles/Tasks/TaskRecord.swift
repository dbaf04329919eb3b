import JSON
import TextBytes

/// What the members of one JSON object say of a task.
struct TaskRecord {
    private static let childNames: Set<TextKey> = [
        "subtasks", "children", "checklistItems", "checklist", "checkItems", "items", "tasks",
        "subTasks",
    ]
    /// Members that are about the program itself, beside those that `ColumnNames` knows.
    private static let ignored: Set<TextKey> = [
        "kind", "entry", "imask", "urgency", "etag", "selfLink", "revision", "end", "modified",
        "wait_until", "mask", "parentFolderId", "listId", "list_id",
        "orderIndex",
        "createdById", "createdByRequestId", "completedById", "completedBy", "recurrenceCount",
        "isReminderOn", "hasAttachments", "assigneeId", "isAllDay", "is_all_day", "deleted",
        "trashed",
        "isDeleted", "is_deleted", "isTrashed", "depends", "parentId", "folder",
    ]

    private(set) var children: [JSONObject] = []
    private(set) var isDeleted = false
    var row = EntryRows.Row(entry: FileEntry())
    private var titleRank = Int.max
    private var description = ""

    init(_ object: JSONObject) {
        for member in object.members { read(member.name, member.value) }
        // Taskwarrior calls the title a description.
        if row.entry.title.isEmpty {
            row.entry.title = description
        } else {
            row.entry.notes.insert(description, at: 0)
        }
    }

    private mutating func read(_ name: String, _ value: JSONValue) {
        if name.utf8.first == UInt8(ascii: "@") { return }
        if name.isSame(as: "description") {
            description = Self.texts(value).joined(separator: "\n")
            return
        }
        if name.isSame(as: "status") { return readStatus(value.plainText) }
        if Self.childNames.contains(TextKey(name)), let elements = value.array {
            children += elements.compactMap(\.object)
            return
        }
        if let role = ColumnNames.role(of: name) { return read(name, value, role.role, role.rank) }
        if case .bool(true) = value,
            ["deleted", "trashed", "isdeleted", "istrashed", "is_deleted"]
                // Canonical equivalence: a word has at most 32 bytes.
                .contains(name.word.lowercased())
        {
            isDeleted = true
        }
        guard !Self.ignored.contains(TextKey(name)) else { return }
        row.entry.others.append((name, Self.anyText(value)))
    }

    private mutating func readStatus(_ status: String) {
        // Canonical equivalence: a word has at most 32 bytes.
        switch status.word.lowercased() {
        case "deleted": isDeleted = true
        case "waiting", "recurring": row.entry.done = false
        case "notstarted": row.entry.done = false
        default:
            if let done = TruthWords.value(status) {
                row.entry.done = done
            } else {
                row.entry.done = row.entry.done ?? false
                row.entry.others.append(("status", status))
            }
        }
    }

    private mutating func read(_ name: String, _ value: JSONValue, _ role: ColumnRole, _ rank: Int)
    {
        switch role {
        case .title:
            let text = value.plainText
            if rank < titleRank, !text.isEmpty { (row.entry.title, titleRank) = (text, rank) }
        case .done:
            if case .bool(let done) = value {
                row.entry.done = done
            } else {
                row.entry.done = TruthWords.value(value.plainText) ?? row.entry.done
            }
        case .completion: if !Self.texts(value).isEmpty { row.entry.done = true }
        case .detail: row.entry.notes += Self.texts(value)
        case .due: row.entry.due = Self.due(value)
        case .priority:
            if case .bool(let isStarred) = value {
                if isStarred { row.entry.priority = 1 }
            } else if let priority = PriorityWords.value(value.plainText) {
                row.entry.priority = priority
            } else {
                row.entry.others.append((name, Self.anyText(value)))
            }
        case .labels:
            let texts = Self.texts(value)
            row.entry.labels += value.array == nil ? texts.flatMap(LabelWords.split) : texts
        case .assignee: row.entry.assignee = Self.texts(value).joined(separator: ", ")
        case .url: row.entry.url = Self.texts(value).first ?? ""
        case .list: row.list = Self.texts(value).first ?? ""
        case .section, .project: row.section = Self.texts(value).first ?? ""
        case .parent: row.parent = value.plainText
        case .id: row.id = value.plainText
        case .indent: row.depth = min(max(value.whole ?? 0, 0), 1_000)
        case .program: break
        case .other: row.entry.others.append((name, Self.anyText(value)))
        }
    }

    /// A day or a moment: a text, or what Microsoft's `dateTimeTimeZone` has, which is a day in lists.
    private static func due(_ value: JSONValue) -> String {
        guard let object = value.object else { return DayWords.due(value.plainText) }
        let text = object.text("dateTime")
        if text.isEmpty { return DayWords.due(object.text("date")) }
        return DayWords.nearestDay(text) ?? DayWords.due(text)
    }

    /// The texts of a value: its own, those in an array, or those that objects have for names.
    private static func texts(_ value: JSONValue) -> [String] {
        (value.array ?? [value]).map { element in
            guard let object = element.object else { return element.plainText }
            let names = [
                "content", "text", "description", "name", "title", "displayName", "fullName",
                "login", "value",
            ]
            return names.lazy.map { object.text($0) }.first { !$0.isEmpty } ?? ""
        }.filter { !$0.isEmpty }
    }

    /// A value of any kind as text; empty where it holds nothing.
    private static func anyText(_ value: JSONValue) -> String {
        switch value {
        case .null, .bool(false): return ""
        case .array(let elements) where elements.isEmpty: return ""
        case .object(let object) where object.members.isEmpty: return ""
        case .array(let elements):
            let texts = texts(value)
            return texts.count == elements.count
                ? texts.joined(separator: ", ") : value.canonicalText
        case .object, .bool: return value.canonicalText
        case .string, .number: return value.plainText
        }
    }
}
