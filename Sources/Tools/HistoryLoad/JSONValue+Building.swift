import JSON

extension JSONValue {
    /// Creates an object.
    static func members(_ pairs: (String, JSONValue)...) -> JSONValue { .members(pairs) }

    static func members(_ pairs: [(String, JSONValue)]) -> JSONValue {
        .object(JSONObject(pairs.map { JSONObject.Member(name: $0.0, value: $0.1) }))
    }

    /// Creates an array of strings.
    static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

    /// Returns the object with members added at its end.
    func with(_ pairs: (String, JSONValue)...) -> JSONValue {
        .object(
            JSONObject(
                (object?.members ?? [])
                    + pairs.map { JSONObject.Member(name: $0.0, value: $0.1) }))
    }

    /// The value as canonical JSON.
    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.canonical(self)
        return writer.bytes
    }
}
