package import JSON
package import ListEditing

extension JSONWriter {
    /// Writes the fields of a row.
    package mutating func fields(_ fields: Fields) {
        object { writer in
            for field in fields.entries {
                writer.name(field.name)
                writer.raw(field.value.json)
            }
        }
    }

    /// Writes changed fields: `null` for those that are removed.
    mutating func fields(_ changes: [FieldChange]) {
        object { writer in
            for change in changes {
                writer.name(change.name)
                if let value = change.value { writer.raw(value.json) } else { writer.null() }
            }
        }
    }
}
