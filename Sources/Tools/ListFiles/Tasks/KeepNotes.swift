import JSON
import ListEditing
import ListProtocol

/// Reads notes of Google Keep, as Takeout writes them: each note is a list.
enum KeepNotes {
    /// Reads one note, or an array of them.
    static func read(
        _ value: JSONValue, title: String, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        var builder = ContentsBuilder(limits: limits)
        for note in value.object.map({ [$0] }) ?? value.objects {
            if note.isTrue("isTrashed") {
                builder.leaveOut(.trashedNote)
            } else if note.isTrue("isArchived") {
                builder.leaveOut(.archivedNote)
            } else {
                try read(note, title: title, into: &builder)
            }
        }
        return builder.contents(.keep)
    }

    private static func read(
        _ note: JSONObject, title: String, into builder: inout ContentsBuilder
    ) throws(ListFileError) {
        let name = note.text("title")
        let items = note["listContent"]?.array
        builder.beginList(name.isEmpty ? title : name, kind: items == nil ? .plain : .check)
        builder.leaveOut(.listLabel, count: note.objects("labels").count)
        builder.leaveOut(
            .attachment,
            count: note.objects("attachments").count + note.objects("annotations").count)
        for item in note.objects("listContent") {
            let text = item.text("text")
            // The empty line at the end of each list, into which people write the next item.
            guard !text.isEmpty else { continue }
            try builder.add(FileEntry(title: text, done: item.isTrue("isChecked")))
        }
        for line in TextLines(note.text("textContent").utf8) where !line.isBlank {
            try builder.add(FileEntry(title: line.text))
        }
    }
}
