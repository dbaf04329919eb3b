import JSON
import ListEditing
import ListProtocol
import TextBytes

/// Reads JSON objects that are tasks by what their members are called: those of Taskwarrior, Microsoft
/// To Do and Wunderlist, and of any program that writes an array of objects with titles.
struct TaskRecords {
    /// The members that hold records, in a file or in a list of it.
    static let containers = ["tasks", "items", "todos", "value", "rows", "issues", "entries"]

    private var builder: ContentsBuilder
    private var rows = EntryRows()

    /// Reads an array of tasks or of lists of them, or an object that has one.
    static func read(
        _ value: JSONValue, as format: FileFormat, title: String, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        var reader = TaskRecords(builder: ContentsBuilder(limits: limits))
        try reader.read(value, title: title)
        return reader.builder.contents(format)
    }

    private init(builder: ContentsBuilder) {
        self.builder = builder
    }

    private mutating func read(_ value: JSONValue, title: String) throws(ListFileError) {
        var elements = value.array ?? []
        var title = title
        if let object = value.object {
            title = Self.title(of: object) ?? title
            elements = Self.records(of: object) ?? [value]
        }
        var tasks: [JSONValue] = []
        for element in elements {
            // An object with tasks of its own and nothing that says whether it is done is a list.
            if let list = element.object, let records = Self.records(of: list), Self.isList(list) {
                try add(records, title: Self.title(of: list) ?? title)
            } else {
                tasks.append(element)
            }
        }
        if !tasks.isEmpty || elements.isEmpty { try add(tasks, title: title) }
    }

    private mutating func add(_ tasks: [JSONValue], title: String) throws(ListFileError) {
        rows = EntryRows()
        for task in tasks {
            if let object = task.object {
                add(object, above: nil)
            } else if case .string(let text) = task {
                rows.append(EntryRows.Row(entry: FileEntry(title: text)))
            } else {
                builder.leaveOut(.unknownRecord)
            }
        }
        try rows.add(to: &builder, title: title)
    }

    /// Adds a task and those in it; a text of JSON nests 64 deep at most.
    private mutating func add(_ object: JSONObject, above parent: String?) {
        var task = TaskRecord(object)
        guard !task.isDeleted else {
            builder.leaveOut(.deletedTask)
            return
        }
        if let parent { task.row.parent = parent }
        // Ids of this file, which no id of the program is like.
        let id = "\u{0}\(rows.rows.count)"
        let own = task.row.id
        if !task.children.isEmpty, own.isEmpty { task.row.id = id }
        let name = task.row.id
        rows.append(task.row)
        for child in task.children { add(child, above: name) }
    }

    private static func records(of object: JSONObject) -> [JSONValue]? {
        for name in containers {
            if let records = object[name]?.array { return records }
        }
        return nil
    }

    private static func title(of list: JSONObject) -> String? {
        for name in ["title", "displayName", "name"] {
            let title = list.text(name)
            if !title.isEmpty { return title }
        }
        return nil
    }

    private static func isList(_ object: JSONObject) -> Bool {
        let isTask = object.members.contains { member in
            let role = ColumnNames.role(of: member.name)?.role
            return role == .done || role == .due || member.name.isSame(as: "status")
        }
        return !isTask
    }
}
