import TextBytes

/// A JSON value that keeps numbers as they were written and members in their order.
package enum JSONValue: Sendable {
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

    /// Whether it is `null`.
    package var isNull: Bool {
        if case .null = self { true } else { false }
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
    package struct Member: Sendable {
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
        for member in members where member.name.utf8.count == count {
            // Canonical equivalence: short texts of the same length; names of members are ASCII.
            if count <= 32 ? member.name == name : member.name.isSame(as: name) {
                return member.value
            }
        }
        return nil
    }
}

/// A number of a JSON text, which can be written again byte by byte.
package enum JSONNumber: Sendable {
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
        case .written(let text): text.isSame(as: "-0") ? 0 : nil
        }
    }
}

// Two values are equal where their texts and numbers have the same bytes.

extension JSONValue: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.isSame(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let truth): hasher.combine(truth)
        case .number(let number): hasher.combine(number)
        case .string(let text): hasher.combine(TextKey(text))
        case .array(let elements): hasher.combine(elements)
        case .object(let object): hasher.combine(object)
        }
    }
}

extension JSONObject.Member: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        left.name.isSame(as: right.name) && left.value == right.value
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(TextKey(name))
        hasher.combine(value)
    }
}

extension JSONNumber: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.whole(let left), .whole(let right)): left == right
        case (.written(let left), .written(let right)): left.isSame(as: right)
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .whole(let number): hasher.combine(number)
        case .written(let text): hasher.combine(TextKey(text))
        }
    }
}
