import TextBytes

extension JSONWriter {
    /// Writes a value in its canonical form.
    ///
    /// Numbers are written as they were, members ascend by the UTF-8 of their names, strings have
    /// the fewest escapes.
    /// Complexity: O(n log n) in the members of each object.
    package mutating func canonical(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(.whole(let number)): whole(number)
        case .number(.written(let text)): raw(text)
        case .string(let text): string(text)
        case .array(let elements):
            array { writer in
                for element in elements { writer.canonical(element) }
            }
        case .object(let object):
            self.object { writer in
                let sorted = object.members.sorted { TextKey($0.name) < TextKey($1.name) }
                for member in sorted {
                    writer.name(member.name)
                    writer.canonical(member.value)
                }
            }
        }
    }
}

extension JSONValue {
    /// The canonical text of the value (see `JSONWriter.canonical`).
    package var canonicalText: String {
        var writer = JSONWriter(capacity: 64)
        writer.canonical(self)
        return writer.text
    }
}
