import JSON

extension JSONValue {
    /// An object of these members.
    static func members(_ pairs: (String, JSONValue)...) -> JSONValue { .members(pairs) }

    static func members(_ pairs: [(String, JSONValue)]) -> JSONValue {
        .object(JSONObject(pairs.map { JSONObject.Member(name: $0.0, value: $0.1) }))
    }

    static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

    /// The object with more members.
    func with(_ pairs: (String, JSONValue)...) -> JSONValue {
        .object(
            JSONObject(
                (object?.members ?? [])
                    + pairs.map { JSONObject.Member(name: $0.0, value: $0.1) }))
    }

    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.canonical(self)
        return writer.bytes
    }
}
