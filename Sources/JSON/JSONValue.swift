/// A JSON value that keeps numbers as they were written and members in their order.
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

    /// The integer, where the value is one.
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

    /// Whether more than `depth` containers are nested; a scalar nests none.
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

    /// Creates an integer.
    package static func whole(_ number: Int) -> JSONValue { .number(.whole(number)) }
}

/// The members of a JSON object in the order of the text, with different names.
///
/// Only the value of a text outside the limits can have duplicate names; its members are reversed
/// then, so that a name finds the last one.
package struct JSONObject: Sendable, Hashable {
    /// One name and its value.
    package struct Member: Sendable, Hashable {
        package let name: String
        package let value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    package let members: [Member]

    /// Creates an object of members that have different names.
    package init(_ members: [Member]) {
        self.members = members
    }

    /// The value of the member with a name, or nil.
    ///
    /// Complexity: O(n) in the members; objects on the wire are short.
    package subscript(name: String) -> JSONValue? {
        let count = name.utf8.count
        for member in members where member.name.utf8.count == count && member.name == name {
            return member.value
        }
        return nil
    }
}

/// A number of a JSON text, which can be written again byte by byte.
package enum JSONNumber: Sendable, Hashable {
    /// An integer in its shortest form, within ±(2⁵³ − 1).
    case whole(Int)
    /// Any other number: with a fraction, with an exponent, or `-0`.
    case written(String)

    /// The largest integer that every JSON reader keeps exactly: 2⁵³ − 1.
    package static let largestWhole = (1 << 53) - 1

    /// The number as it was written.
    package var text: String {
        switch self {
        case .whole(let number): String(number)
        case .written(let text): text
        }
    }

    /// The number, where it was written as an integer: `1.0` and `1e2` were not, `-0` gives 0.
    package var whole: Int? {
        switch self {
        case .whole(let number): number
        case .written("-0"): 0
        case .written: nil
        }
    }
}
