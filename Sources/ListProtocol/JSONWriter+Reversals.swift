import JSON
import ListEditing

extension JSONWriter {
    mutating func neighbours(_ place: RowNeighbours) {
        member("section", place.section.text)
        member("after", ifPresent: place.after?.text)
        member("before", ifPresent: place.before?.text)
    }

    mutating func neighbours(_ place: SectionNeighbours) {
        member("after", ifPresent: place.after?.text)
        member("before", ifPresent: place.before?.text)
    }

    /// Writes `fields`: under each name the mark after the set, the one before it and, where there
    /// was one, the value.
    mutating func reversals(_ fields: [FieldInverse]) {
        name("fields")
        object { writer in
            for field in fields {
                writer.name(field.name)
                writer.array { writer in
                    writer.whole(field.mark.new)
                    writer.whole(field.mark.old)
                    if let value = field.value { writer.raw(value.json) }
                }
            }
        }
    }

    /// Writes `placed`: the mark of a row's place after the set and before it.
    mutating func placed(_ placed: ValueChange<Int>) {
        name("placed")
        array { writer in
            writer.whole(placed.new)
            writer.whole(placed.old)
        }
    }

    /// Writes what a set made of a value and what it was, or nothing where it was left alone.
    mutating func reversal<Value>(
        _ name: StaticString, _ reversal: ValueChange<Value>?,
        _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard let reversal else { return }
        self.name(name)
        object { writer in
            writer.name("made")
            write(&writer, reversal.new)
            writer.name("was")
            write(&writer, reversal.old)
        }
    }
}
