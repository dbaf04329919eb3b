/// A JSON value with its numbers as they were written and its members in the order they came in.
package enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    /// The text, where the value is a string.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The whole number, where the value is one.
    package var whole: Int? {
        if case .number(let number) = self { number.whole } else { nil }
    }

    /// The elements, where the value is an array.
    package var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The object, where the value is one.
    package var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// A whole number, for building values.
    package static func whole(_ number: Int) -> JSONValue { .number(.whole(number)) }
}
