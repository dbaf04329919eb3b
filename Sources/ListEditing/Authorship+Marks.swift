extension Authorship {
    /// The most removed fields of a row that are remembered; older removals are forgotten first.
    static let mostRemovals = 64

    /// The revision that a field's value is of.
    func mark(of name: String) -> Int {
        marks.first { $0.name.isSame(as: name) }?.revision ?? revision
    }

    /// The authorship after a set that changed these fields of a row.
    ///
    /// - Parameters:
    ///   - fields: the row's fields before the set.
    ///   - restored: marks that the set put back, instead of its own revision.
    func changed(
        _ changes: [FieldChange], of fields: Fields, in number: Int, by author: ClientID,
        restored: [FieldMark]
    ) -> Authorship {
        func isChanged(_ name: String) -> Bool {
            changes.contains { $0.name.isSame(as: name) }
        }
        var present: [FieldMark] = []
        for field in fields.entries where !isChanged(field.name) {
            present.append(FieldMark(name: field.name, revision: mark(of: field.name)))
        }
        var removed = marks.filter { fields[$0.name] == nil && !isChanged($0.name) }
        for change in changes {
            let back = restored.first { $0.name.isSame(as: change.name) }?.revision
            if change.value == nil {
                removed.append(FieldMark(name: change.name, revision: back ?? number))
            } else if let back, back != number {
                present.append(FieldMark(name: change.name, revision: back))
            }
        }
        if removed.count > Self.mostRemovals {
            let oldest = removed.map(\.revision).sorted()[removed.count - Self.mostRemovals]
            removed.removeAll { $0.revision < oldest }
        }
        present.append(contentsOf: removed)
        if present.count > 1 { present.sort { $0.name.precedes($1.name) } }
        return Authorship(
            revision: number, client: author,
            otherRevision: client == author ? otherRevision : revision,
            marks: present, placed: placed)
    }

    /// All marks of a row spelled out, as they come back with a deleted row.
    func allMarks(of fields: Fields) -> [FieldMark] {
        let present = fields.entries.map { FieldMark(name: $0.name, revision: mark(of: $0.name)) }
        let removed = marks.filter { fields[$0.name] == nil }
        return (present + removed).sorted { $0.name.precedes($1.name) }
    }
}
