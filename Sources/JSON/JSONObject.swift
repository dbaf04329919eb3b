/// The members of a JSON object, in the order they came in, no two of one name.
///
/// Only what is outside the limits may have a name twice, its members turned round.
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

    /// Makes an object of members that have different names.
    package init(_ members: [Member]) {
        self.members = members
    }

    /// The value of a member, or nil where there is none of that name.
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
