import JSON
import ListEditing

extension InverseStep {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in writeMembers(to: &writer) }
    }

    private func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .restoreSection(let section, let place):
            writer.member("op", "restoreSection")
            writer.name("state")
            writer.stored(section)
            writer.neighbours(place)
        case .moveSection(let section, let place):
            writer.member("op", "moveSection")
            writer.member("section", section.text)
            writer.neighbours(place)
        case .deleteRow(let row):
            writer.member("op", "deleteRow")
            writer.member("row", row.text)
        case .updateRow(let row, let fields, let rules):
            writer.member("op", "updateRow")
            writer.member("row", row.text)
            writer.reversals(fields)
            writer.reversal("rules", rules) { writer, rules in
                writer.object { writer in writer.rowRuleMembers(rules) }
            }
        case .moveRow(let row, let place, let placed):
            writer.member("op", "moveRow")
            writer.member("row", row.text)
            writer.neighbours(place)
            writer.placed(placed)
        case .restoreRow(let row, let place, let insertable):
            writer.member("op", "restoreRow")
            writer.name("state")
            writer.stored(row)
            writer.neighbours(place)
            writer.member("insertable", insertable)
        case .deleteSection(let section):
            writer.member("op", "deleteSection")
            writer.member("section", section.text)
        case .updateSection(let section, let title, let rules):
            writer.member("op", "updateSection")
            writer.member("section", section.text)
            writer.reversal("title", title) { $0.string($1) }
            writer.reversal("rules", rules) { $0.rules($1) }
        case .updateList(let title, let rules):
            writer.member("op", "updateList")
            writer.reversal("title", title) { $0.string($1) }
            writer.reversal("rules", rules) { $0.rules($1) }
        }
    }
}
