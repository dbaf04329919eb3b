import JSON

/// Whose JSON a value is.
enum JSONShape {
    /// The format of a value; nil where it has nothing that a list could be made of.
    static func format(of value: JSONValue) -> FileFormat? {
        if let object = value.object { return format(of: object) }
        guard let elements = value.array else { return nil }
        guard let first = elements.first else { return .jsonRecords }
        guard let object = first.object else { return first.string == nil ? nil : .jsonRecords }
        if isNote(object) { return .keep }
        if object["description"] != nil, object["uuid"] != nil || object["entry"] != nil {
            return .taskwarrior
        }
        if object["tasks"]?.array != nil {
            return object["displayName"] == nil && object["title"] != nil
                ? .wunderlist : .microsoftToDo
        }
        return .jsonRecords
    }

    private static func format(of object: JSONObject) -> FileFormat? {
        if object["format"]?.string != nil || object["sections"]?.array != nil { return .json }
        if object["cards"]?.array != nil, object["lists"]?.array != nil { return .trello }
        if object.text("kind").utf8.starts(with: "tasks#".utf8) { return .googleTasks }
        if isNote(object) { return .keep }
        if let data = object["data"]?.object, data["lists"]?.array != nil,
            data["tasks"]?.array != nil
        {
            return .wunderlist
        }
        if let value = object["value"]?.array {
            return value.isEmpty || value[0].object != nil ? .microsoftToDo : nil
        }
        if object["description"] != nil, object["uuid"] != nil { return .taskwarrior }
        let hasRecords = TaskRecords.containers.contains { object[$0]?.array != nil }
        if hasRecords { return .jsonRecords }
        return object["list"]?.string == nil ? nil : .json
    }

    private static func isNote(_ object: JSONObject) -> Bool {
        (object["listContent"] != nil || object["textContent"] != nil)
            && (object["isTrashed"] != nil || object["isArchived"] != nil || object["title"] != nil)
    }
}
