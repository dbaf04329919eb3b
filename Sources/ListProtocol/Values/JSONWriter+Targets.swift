import JSON
import ListEditing

extension JSONWriter {
    /// Writes an index path: section, row.
    mutating func path(_ path: IndexPath) {
        array { writer in
            writer.whole(path.section)
            writer.whole(path.row)
        }
    }

    /// Writes a place for rows; one that was not given is `{}`.
    mutating func target(_ target: RowTarget) {
        object { writer in
            switch target {
            case .index(let section, let index):
                writer.member("section", section.text)
                writer.member("index", index)
            case .before(let row): writer.member("before", row.text)
            case .after(let row): writer.member("after", row.text)
            case .start(let section):
                writer.member("section", section.text)
                writer.member("at", "start")
            case .end(let section):
                writer.member("section", section.text)
                writer.member("at", "end")
            case .unspecified: break
            }
        }
    }

    /// Writes a place for sections; one that was not given is `{}`.
    mutating func target(_ target: SectionTarget) {
        object { writer in
            switch target {
            case .index(let index): writer.member("index", index)
            case .before(let section): writer.member("before", section.text)
            case .after(let section): writer.member("after", section.text)
            case .start: writer.member("at", "start")
            case .end: writer.member("at", "end")
            case .unspecified: break
            }
        }
    }
}
