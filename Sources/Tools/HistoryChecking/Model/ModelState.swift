package import ListEditing

/// The content of a list at one revision, as arrays of arrays.
package struct ModelState: Equatable, Sendable {
    package var title: String
    package var rules: Rules
    package var sections: [ModelSection]

    package init(title: String = "", rules: Rules = Rules(), sections: [ModelSection] = []) {
        self.title = title
        self.rules = rules
        self.sections = sections
    }

    package init(_ state: ListState) {
        title = state.title
        rules = state.rules
        sections = state.sections.map {
            ModelSection(id: $0.id, title: $0.title, rules: $0.rules, rows: $0.rows)
        }
    }

    /// The same without who inserted and changed its rows.
    var withoutAuthors: ModelState {
        var state = self
        for section in sections.indices {
            state.sections[section].rows = sections[section].rows.map {
                Row(id: $0.id, fields: $0.fields, rules: $0.rules)
            }
        }
        return state
    }

    /// All rows, section by section.
    var rows: [Row] { sections.flatMap(\.rows) }

    /// The number of rows of each section.
    var counts: [Int] { sections.map(\.rows.count) }

    /// The ids of sections and rows, for people: `s1[a b] s2[]`.
    package var order: String {
        sections.map { section in
            "\(section.id.text)[\(section.rows.map(\.id.text).joined(separator: " "))]"
        }.joined(separator: " ")
    }

    /// The digest of protocol.md, "Staying in step": FNV-1a over the order of sections and rows.
    var digest: UInt32 {
        var value: UInt32 = 2_166_136_261
        func add(_ text: String) {
            for byte in text.utf8 { value = (value ^ UInt32(byte)) &* 16_777_619 }
        }
        for section in sections {
            add("#\(section.id.text)\n")
            for row in section.rows { add("\(row.id.text)\n") }
        }
        return value
    }

    /// The first difference from another state, for people; nil: the states are equal.
    func difference(from other: ModelState) -> String? {
        if self == other { return nil }
        if title != other.title { return "title \(title) / \(other.title)" }
        if rules != other.rules { return "the list's rules" }
        if order != other.order { return "\(order) / \(other.order)" }
        for (own, twin) in zip(sections, other.sections) where own != twin {
            if own.title != twin.title || own.rules != twin.rules {
                return "title or rules of section \(own.id.text)"
            }
            for (row, counterpart) in zip(own.rows, twin.rows) where row != counterpart {
                return "fields or rules of row \(row.id.text)"
            }
        }
        return "the contents"
    }
}

/// A section of a ``ModelState``.
package struct ModelSection: Equatable, Sendable {
    package var id: SectionID
    package var title: String
    package var rules: Rules
    package var rows: [Row]

    package init(id: SectionID, title: String, rules: Rules, rows: [Row]) {
        self.id = id
        self.title = title
        self.rules = rules
        self.rows = rows
    }
}
