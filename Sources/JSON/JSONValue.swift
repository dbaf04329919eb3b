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

    /// Whether more than `depth` containers stand inside one another; a scalar has none.
    ///
    /// Complexity: O(n) in the values, and no recursion deeper than `depth`.
    package func nests(deeperThan depth: Int) -> Bool {
        switch self {
        case .null, .bool, .number, .string: false
        case .array(let elements):
            depth < 1 || elements.contains { $0.nests(deeperThan: depth - 1) }
        case .object(let object):
            depth < 1 || object.members.contains { $0.value.nests(deeperThan: depth - 1) }
        }
    }

    /// A whole number, for building values.
    package static func whole(_ number: Int) -> JSONValue { .number(.whole(number)) }
}
