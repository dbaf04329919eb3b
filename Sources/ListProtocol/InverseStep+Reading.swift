import JSON
import ListEditing

extension InverseStep {
    init(members: Members) throws(DecodingProblem) {
        let reader = ValueReader.unbounded
        switch try members.string("op") {
        case "restoreSection":
            self = .restoreSection(
                try reader.sectionState(try members.object("state")),
                at: try reader.sectionNeighbours(members))
        case "moveSection":
            self = .moveSection(
                try reader.section(members), to: try reader.sectionNeighbours(members))
        case "deleteRow": self = .deleteRow(try reader.row(members))
        case "updateRow":
            self = .updateRow(
                try reader.row(members), fields: try reader.reversals(members),
                rules: try reader.rowRulesReversal(members))
        case "moveRow":
            self = .moveRow(
                try reader.row(members), to: try reader.rowNeighbours(members),
                placed: try reader.placed(members))
        case "restoreRow":
            guard let insertable = try members.bool(ifPresent: "insertable") else {
                throw Members.missing("insertable")
            }
            self = .restoreRow(
                try reader.rowState(try members.object("state")),
                at: try reader.rowNeighbours(members), insertable: insertable)
        case "deleteSection": self = .deleteSection(try reader.section(members))
        case "updateSection":
            self = .updateSection(
                try reader.section(members), title: try reader.titleReversal(members),
                rules: try reader.rulesReversal(members))
        case "updateList":
            self = .updateList(
                title: try reader.titleReversal(members),
                rules: try reader.rulesReversal(members))
        default: throw DecodingProblem("op", "is not one of the known steps")
        }
    }
}
