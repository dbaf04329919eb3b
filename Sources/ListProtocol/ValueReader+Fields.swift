import JSON
import ListEditing

extension ValueReader {
    /// The `fields` of a row that is new; none of them `null`.
    func fields(_ members: Members) throws(DecodingProblem) -> Fields {
        let object = try members.object("fields").object
        var entries: [Field] = []
        entries.reserveCapacity(object.members.count)
        var bytes = 1
        for member in object.members {
            guard member.value != .null else {
                throw DecodingProblem("fields.\(member.name)", "must not be null")
            }
            let value = Self.fieldValue(member.value)
            bytes += Self.bytes(member.name, value)
            entries.append(Field(name: member.name, value: value))
        }
        try check(bytes)
        return Fields(entries)
    }

    /// The `fields` of an update, where `null` removes one; none where the member is absent.
    func fieldChanges(ifPresentIn members: Members) throws(DecodingProblem) -> [FieldChange] {
        guard let object = try members.object(ifPresent: "fields")?.object else { return [] }
        var changes: [FieldChange] = []
        changes.reserveCapacity(object.members.count)
        var bytes = 1
        for member in object.members {
            let value = member.value == .null ? nil : Self.fieldValue(member.value)
            bytes += Self.bytes(member.name, value)
            changes.append(FieldChange(name: member.name, value: value))
        }
        try check(bytes)
        return changes
    }

    private func check(_ bytes: Int) throws(DecodingProblem) {
        guard bytes <= limits.fieldsBytes else {
            throw DecodingProblem(
                .tooLarge, "fields", "are larger than \(limits.fieldsBytes) bytes")
        }
    }

    private static func fieldValue(_ value: JSONValue) -> FieldValue {
        FieldValue(json: value.canonicalText)
    }

    /// Bytes of one member as compact JSON, with the comma or brace behind it.
    static func bytes(_ name: String, _ value: FieldValue?) -> Int {
        name.utf8.count + (value?.json.utf8.count ?? 4) + 4
    }
}
