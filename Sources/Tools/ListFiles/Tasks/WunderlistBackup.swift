import JSON
import ListEditing
import ListProtocol
import TextBytes

/// Reads the older backups of Wunderlist: lists, tasks, subtasks and notes that name each other by ids.
///
/// In later ones they are nested (``TaskRecords``).
struct WunderlistBackup {
    private let data: JSONObject
    private var notes: [TextKey: [String]] = [:]
    private var subtasks: [TextKey: [JSONObject]] = [:]

    /// Reads all lists of the member `data`.
    static func read(
        _ data: JSONObject, title: String, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        var builder = ContentsBuilder(limits: limits)
        try WunderlistBackup(data).read(title: title, into: &builder)
        return builder.contents(.wunderlist)
    }

    private init(_ data: JSONObject) {
        self.data = data
        for note in data.objects("notes") {
            notes[TextKey(note.text("task_id")), default: []].append(note.text("content"))
        }
        for subtask in data.objects("subtasks") {
            subtasks[TextKey(subtask.text("task_id")), default: []].append(subtask)
        }
    }

    private func read(title: String, into builder: inout ContentsBuilder) throws(ListFileError) {
        var tasks: [TextKey: [JSONObject]] = [:]
        for task in data.objects("tasks") {
            tasks[TextKey(task.text("list_id")), default: []].append(task)
        }
        for list in data.objects("lists") {
            let name = list.text("title")
            builder.beginList(name.isEmpty ? title : name, kind: .check)
            for task in tasks.removeValue(forKey: TextKey(list.text("id"))) ?? [] {
                try add(task, to: &builder)
            }
        }
        let homeless = tasks.values.joined()
        builder.leaveOut(.unknownRecord, count: homeless.count)
        builder.leaveOut(.reminder, count: data.objects("reminders").count)
    }

    private func add(_ task: JSONObject, to builder: inout ContentsBuilder) throws(ListFileError) {
        var entry = FileEntry(title: task.text("title"), done: task.isTrue("completed"))
        let id = TextKey(task.text("id"))
        entry.notes = notes[id] ?? []
        entry.due = DayWords.due(task.text("due_date"))
        entry.priority = task.isTrue("starred") ? 1 : 0
        try builder.add(entry)
        for subtask in subtasks[id] ?? [] {
            let row = FileEntry(title: subtask.text("title"), done: subtask.isTrue("completed"))
            try builder.add(row, depth: 1)
        }
    }
}
