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
        var known: [(name: String, revision: Int, isRemoved: Bool)] = []
        for field in fields.entries { known.append((field.name, mark(of: field.name), false)) }
        for mark in marks where fields[mark.name] == nil {
            known.append((mark.name, mark.revision, true))
        }
        for change in changes {
            known.removeAll { $0.name.isSame(as: change.name) }
            let back = restored.first { $0.name.isSame(as: change.name) }?.revision
            known.append((change.name, back ?? number, change.value == nil))
        }
        let removals = known.filter(\.isRemoved).map(\.revision).sorted()
        let oldest =
            removals.count > Self.mostRemovals ? removals[removals.count - Self.mostRemovals] : 0
        let left = known.filter {
            $0.isRemoved ? $0.revision >= oldest : $0.revision != number
        }
        return Authorship(
            revision: number, client: author,
            otherRevision: client == author ? otherRevision : revision,
            marks: left.map { FieldMark(name: $0.name, revision: $0.revision) }
                .sorted { $0.name.precedes($1.name) },
            placed: placed)
    }

    /// All marks of a row spelled out, as they come back with a deleted row.
    func allMarks(of fields: Fields) -> [FieldMark] {
        let present = fields.entries.map { FieldMark(name: $0.name, revision: mark(of: $0.name)) }
        let removed = marks.filter { fields[$0.name] == nil }
        return (present + removed).sorted { $0.name.precedes($1.name) }
    }
}
