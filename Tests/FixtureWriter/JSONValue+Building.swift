import JSON

extension JSONValue {
    /// An object of members, in this order.
    static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(
            JSONObject(
                members.compactMap { name, value in
                    value.map { JSONObject.Member(name: name, value: $0) }
                }))
    }

    subscript(name: String) -> JSONValue? { object?[name] }
}
