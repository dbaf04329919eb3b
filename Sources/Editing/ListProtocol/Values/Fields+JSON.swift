package import JSON
package import ListEditing

extension JSONWriter {
    /// Writes the fields of a row.
    package mutating func fields(_ fields: Fields) {
        let isWritten: Void? = unsafe fields.withJSON { unsafe raw($0) }
        guard isWritten == nil else { return }
        object { writer in
            for field in fields.entries {
                writer.name(field.name)
                writer.raw(field.value.json)
            }
        }
    }

    /// Writes changed fields, with `null` for those that are removed.
    mutating func fields(_ changes: [FieldChange]) {
        object { writer in
            for change in changes {
                writer.name(change.name)
                if let value = change.value { writer.raw(value.json) } else { writer.null() }
            }
        }
    }
}

extension ValueReader {
    /// Reads the `fields` of a new row; none may be `null`.
    func fields(_ members: Members) throws(DecodingProblem) -> Fields {
        let object = try members.object("fields").object
        var entries: [Field] = []
        entries.reserveCapacity(object.members.count)
        var bytes = 1
        for member in object.members {
            guard !member.value.isNull else {
                throw DecodingProblem(Self.path(member), "must not be null")
            }
            let value = try fieldValue(member)
            try add(Self.bytes(member.name, value), to: &bytes)
            entries.append(Field(name: member.name, value: value))
        }
        try add(0, to: &bytes)
        return Fields(entries)
    }

    /// Reads the `fields` of an update, where `null` removes a field; empty where the member is absent.
    func fieldChanges(ifPresentIn members: Members) throws(DecodingProblem) -> [FieldChange] {
        guard let object = try members.object(ifPresent: "fields")?.object else { return [] }
        var changes: [FieldChange] = []
        changes.reserveCapacity(object.members.count)
        var bytes = 1
        for member in object.members {
            let value = member.value.isNull ? nil : try fieldValue(member)
            try add(Self.bytes(member.name, value), to: &bytes)
            changes.append(FieldChange(name: member.name, value: value))
        }
        try add(0, to: &bytes)
        return changes
    }

    /// Adds bytes of fields, up to their limit.
    private func add(_ count: Int, to bytes: inout Int) throws(DecodingProblem) {
        bytes += count
        guard bytes <= limits.fieldsBytes else {
            throw DecodingProblem(
                .tooLarge, "fields", "are larger than \(limits.fieldsBytes) bytes")
        }
    }

    private func fieldValue(_ member: JSONObject.Member) throws(DecodingProblem) -> FieldValue {
        guard !member.value.nests(deeperThan: fieldDepth) else {
            throw DecodingProblem(
                .outsideLimits, Self.path(member), "must not nest deeper than \(fieldDepth)")
        }
        return FieldValue(json: member.value.canonicalText)
    }

    /// The path of a field for an answer, shortened because a name can be as long as a frame.
    private static func path(_ member: JSONObject.Member) -> String {
        "fields." + String(decoding: member.name.utf8.prefix(64), as: UTF8.self)
    }

    /// The bytes of a member as compact JSON, with the comma or brace after it.
    static func bytes(_ name: String, _ value: FieldValue?) -> Int {
        name.utf8.count + (value?.json.utf8.count ?? 4) + 4
    }
}

extension FieldValue {
    /// The text of a JSON string; nil for any other value.
    ///
    /// - Complexity: O(n) in the bytes.
    package var stringText: String? {
        let json = json.utf8
        // Only strings begin with a quotation mark.
        guard json.first == UInt8(ascii: "\"") else { return nil }
        guard json.contains(UInt8(ascii: "\\")) else {
            return String(Substring(json.dropFirst().dropLast()))
        }
        return (try? JSONReader.read(Array(json)))?.string
    }
}
