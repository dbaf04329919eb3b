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
                throw DecodingProblem(Self.path(member), "must not be null")
            }
            let value = try fieldValue(member)
            try add(Self.bytes(member.name, value), to: &bytes)
            entries.append(Field(name: member.name, value: value))
        }
        try add(0, to: &bytes)
        return Fields(entries)
    }

    /// The `fields` of an update, where `null` removes one; none where the member is absent.
    func fieldChanges(ifPresentIn members: Members) throws(DecodingProblem) -> [FieldChange] {
        guard let object = try members.object(ifPresent: "fields")?.object else { return [] }
        var changes: [FieldChange] = []
        changes.reserveCapacity(object.members.count)
        var bytes = 1
        for member in object.members {
            let value = member.value == .null ? nil : try fieldValue(member)
            try add(Self.bytes(member.name, value), to: &bytes)
            changes.append(FieldChange(name: member.name, value: value))
        }
        try add(0, to: &bytes)
        return changes
    }

    /// Counts bytes of fields, as far as they may go.
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

    /// The field's path for an answer: a name may be as long as a frame.
    private static func path(_ member: JSONObject.Member) -> String {
        "fields." + String(decoding: member.name.utf8.prefix(64), as: UTF8.self)
    }

    /// Bytes of one member as compact JSON, with the comma or brace behind it.
    static func bytes(_ name: String, _ value: FieldValue?) -> Int {
        name.utf8.count + (value?.json.utf8.count ?? 4) + 4
    }
}
