import JSON
import ListEditing
import ListProtocol
import TextBytes

/// Reads what Takeout writes of Google Tasks (developers.google.com/workspace/tasks/reference/rest).
enum GoogleTaskLists {
    /// Reads all lists, or one.
    static func read(
        _ file: JSONObject, title: String, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        var builder = ContentsBuilder(limits: limits)
        let isOne = file.text("kind").isSame(as: "tasks#tasks")
        for list in isOne ? [file] : file.objects("items") {
            let name = list.text("title")
            try read(list, title: name.isEmpty ? title : name, into: &builder)
        }
        return builder.contents(.googleTasks)
    }

    private static func read(
        _ list: JSONObject, title: String, into builder: inout ContentsBuilder
    ) throws(ListFileError) {
        var rows = EntryRows()
        let items = list.objects("items").enumerated().map {
            (position: $0.element.text("position"), place: $0.offset, task: $0.element)
        }
        let sorted = items.sorted { left, right in
            left.position.isSame(as: right.position)
                ? left.place < right.place : left.position.precedes(right.position)
        }
        for (_, _, task) in sorted {
            guard !task.isTrue("deleted") else {
                builder.leaveOut(.deletedTask)
                continue
            }
            var entry = FileEntry(title: task.text("title"))
            entry.done = task.text("status").isSame(as: "completed")
            entry.notes = [task.text("notes")]
            // "The due date only records date information; the time portion is discarded."
            let due = task.text("due")
            entry.due = due.isEmpty ? "" : DayWords.nearestDay(due) ?? DayWords.due(due)
            for link in task.objects("links") {
                if entry.url.isEmpty {
                    entry.url = link.text("link")
                } else {
                    entry.others.append(("links", link.text("link")))
                }
            }
            rows.append(
                EntryRows.Row(entry: entry, id: task.text("id"), parent: task.text("parent")))
        }
        try rows.add(to: &builder, title: title, kind: .check)
    }
}
