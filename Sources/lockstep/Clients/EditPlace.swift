import ArgumentParser
import ListEditing

/// The flags that name a place of rows.
struct EditPlace: ParsableArguments {
    @Option(help: ArgumentHelp("The section, by id.", valueName: "SECTION"))
    var section: String?

    @Option(help: ArgumentHelp("The index in the section, from 0.", valueName: "N"))
    var index: Int?

    @Option(help: ArgumentHelp("The row to stand before, by id.", valueName: "ROW"))
    var before: String?

    @Option(help: ArgumentHelp("The row to stand behind, by id.", valueName: "ROW"))
    var after: String?

    @Flag(help: "The section's first place; without it the last.")
    var first = false

    /// Whether what is put there pushes on what was put there before, instead of following it.
    var holdsItsPlace: Bool { first || index != nil || after != nil }

    /// The place; nothing given is the end of the last section.
    ///
    /// - Throws: `CommandFailure` where two are named, or half of one.
    func target() throws(CommandFailure) -> RowTarget {
        let forms = [index != nil, before != nil, after != nil, first].count { $0 }
        guard forms <= 1 else {
            throw CommandFailure("one place is wanted: --index, --before, --after or --first")
        }
        if let before { return .before(RowID(before)) }
        if let after { return .after(RowID(after)) }
        guard let section else {
            guard index == nil, !first else {
                throw CommandFailure("--index and --first count within a --section")
            }
            return .unspecified
        }
        if let index { return .index(SectionID(section), index) }
        return first ? .start(SectionID(section)) : .end(SectionID(section))
    }
}
