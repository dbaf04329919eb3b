package import ListEditing

/// A section of a ``PlainState``.
package struct PlainSection: Equatable, Sendable {
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
