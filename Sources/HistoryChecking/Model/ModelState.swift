package import ListEditing

/// A list at one revision, as arrays of arrays.
package struct PlainState: Equatable, Sendable {
    package var title: String
    package var rules: Rules
    package var sections: [PlainSection]

    package init(title: String = "", rules: Rules = Rules(), sections: [PlainSection] = []) {
        self.title = title
        self.rules = rules
        self.sections = sections
    }

    package init(_ state: ListState) {
        title = state.title
        rules = state.rules
        sections = state.sections.map {
            PlainSection(id: $0.id, title: $0.title, rules: $0.rules, rows: $0.rows)
        }
    }

    /// All rows, section by section.
    var rows: [Row] { sections.flatMap(\.rows) }

    /// The number of rows of each section.
    var counts: [Int] { sections.map(\.rows.count) }

    /// Sections and rows by name, for people: `s1[a b] s2[]`.
    package var order: String {
        sections.map { section in
            "\(section.id.text)[\(section.rows.map(\.id.text).joined(separator: " "))]"
        }.joined(separator: " ")
    }

    /// The digest of protocol.md, "Staying in step": FNV-1a over the order of sections and rows.
    var digest: String {
        var value: UInt32 = 2_166_136_261
        func add(_ text: String) {
            for byte in text.utf8 { value = (value ^ UInt32(byte)) &* 16_777_619 }
        }
        for section in sections {
            add("#\(section.id.text)\n")
            for row in section.rows { add("\(row.id.text)\n") }
        }
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
