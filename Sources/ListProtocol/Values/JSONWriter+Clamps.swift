package import JSON
package import ListEditing

extension JSONWriter {
    /// Writes the member `clamped`, or nothing where nothing was.
    package mutating func clamps(_ clamps: [Clamp]) {
        guard !clamps.isEmpty else { return }
        name("clamped")
        array { writer in
            for clamp in clamps { writer.clamp(clamp) }
        }
    }

    private mutating func clamp(_ clamp: Clamp) {
        object { writer in
            writer.member("action", clamp.action)
            switch clamp.subject {
            case .row(let row): writer.member("row", row.text)
            case .rows(let rows):
                writer.name("rows")
                writer.array { writer in
                    for row in rows { writer.string(row.text) }
                }
            case .section(let section): writer.member("section", section.text)
            }
            writer.name("asked")
            switch clamp.asked {
            case .row(let target): writer.target(target)
            case .section(let target): writer.target(target)
            }
            writer.name("to")
            switch clamp.to {
            case .row(let path): writer.path(path)
            case .section(let index): writer.whole(index)
            }
            writer.member("why", clamp.why.rawValue)
        }
    }
}
