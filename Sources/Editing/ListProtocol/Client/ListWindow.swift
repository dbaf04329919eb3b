import JSON
package import ListEditing

/// The rows around a place, for a list that is too long to be sent whole (Protocol.md, "Windows").
package struct ListWindow: Hashable, Sendable {
    /// A place in a list.
    package enum Place: Hashable, Sendable {
        case row(RowID)
        /// An index in a section; one past the end is the end.
        case index(SectionID, Int)
    }

    /// The most places that a window may name.
    package static let mostPlaces = 16

    /// The places to look for; the first that is in the list counts, the start where none is.
    package var around: [Place]
    /// Rows before the place, across sections.
    package var before: Int
    /// Rows from the place on, across sections; the row at the place is one of them.
    package var after: Int

    package init(around: [Place], before: Int, after: Int) {
        self.around = around
        self.before = before
        self.after = after
    }

    /// Reads the members of a window: `before` is 0 where it is absent, and `after` as many rows as one
    /// answer has.
    init(members: Members, limits: ProtocolLimits) throws(DecodingProblem) {
        around = try members.each("around", atMost: Self.mostPlaces) {
            (place) throws(DecodingProblem) in
            try Self.place(place)
        }
        before = try members.whole(ifPresent: "before", atLeast: 0) ?? 0
        after = try members.whole(ifPresent: "after", atLeast: 0) ?? limits.windowRows
    }

    private static func place(_ members: Members) throws(DecodingProblem) -> Place {
        guard let row = try members.identifier(ifPresent: "row") else {
            return .index(
                SectionID(try members.identifier("section")),
                try members.whole("index", atLeast: 0))
        }
        guard members["section"] == nil, members["index"] == nil else {
            throw DecodingProblem("", "must have one form, not two: row")
        }
        return .row(RowID(row))
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.name("around")
        writer.array { writer in
            for place in around {
                writer.object { writer in
                    switch place {
                    case .row(let row): writer.member("row", row.text)
                    case .index(let section, let index):
                        writer.member("section", section.text)
                        writer.member("index", index)
                    }
                }
            }
        }
        writer.member("before", before)
        writer.member("after", after)
    }
}

/// Rows of one section that stand together, named by their paths.
package struct RowRange: Hashable, Sendable {
    /// The path of the first.
    package var at: IndexPath
    /// Their number; a range is cut at the end of its section.
    package var rows: Int

    package init(at: IndexPath, rows: Int) {
        self.at = at
        self.rows = rows
    }

    /// Reads the member `ranges`; nil where it is absent.
    static func each(
        ifPresentIn members: Members, limits: ProtocolLimits
    ) throws(DecodingProblem) -> [RowRange]? {
        guard members["ranges"] != nil else { return nil }
        let reader = ValueReader(limits: limits)
        return try members.each("ranges") { (range) throws(DecodingProblem) in
            RowRange(at: try reader.path(range, "at"), rows: try range.whole("rows", atLeast: 0))
        }
    }

    static func write(_ ranges: [RowRange], to writer: inout JSONWriter) {
        writer.name("ranges")
        writer.array { writer in
            for range in ranges {
                writer.object { writer in
                    writer.name("at")
                    writer.path(range.at)
                    writer.member("rows", range.rows)
                }
            }
        }
    }
}
