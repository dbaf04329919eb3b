extension Fields {
    /// What was set and removed to make these fields of `old`, ascending by name.
    ///
    /// - Complexity: O(n).
    func changes(since old: Fields) -> [FieldChange] {
        var changes: [FieldChange] = []
        var place = 0
        for field in old.entries {
            while place < entries.count, entries[place].name.precedes(field.name) {
                changes.append(FieldChange(name: entries[place].name, value: entries[place].value))
                place += 1
            }
            if place < entries.count, entries[place].name.isSame(as: field.name) {
                if entries[place].value != field.value {
                    changes.append(FieldChange(name: field.name, value: entries[place].value))
                }
                place += 1
            } else {
                changes.append(FieldChange(name: field.name, value: nil))
            }
        }
        for field in entries[place...] {
            changes.append(FieldChange(name: field.name, value: field.value))
        }
        return changes
    }
}
