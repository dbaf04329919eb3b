import JSON
package import ListEditing
import TextBytes

/// `rows`, `check` or `find`: asks for a part of an open list.
package struct ListQuery: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        case rows(RowSelection)
        /// The digests of ranges of rows, by which a client compares the rows that it holds.
        case check([RowRange])
        case find(TextQuery)
    }

    package var list: ListID
    /// The client's own number, which the answer repeats.
    package var n: Int
    package var subject: Subject

    package init(list: ListID, n: Int, subject: Subject) {
        self.list = list
        self.n = n
        self.subject = subject
    }

    /// The types of these messages.
    static let types: Set<TextKey> = ["rows", "check", "find"]

    /// - Parameter type: one of ``types``.
    init(
        type: String, list: ListID, members: Members, limits: ProtocolLimits
    ) throws(DecodingProblem) {
        self.list = list
        n = try members.whole("n")
        switch TextKey(type) {
        case "rows": subject = .rows(try RowSelection(members: members, limits: limits))
        case "check": subject = .check(try Self.checkedRanges(members, limits))
        default: subject = .find(try TextQuery(members: members, limits: limits))
        }
    }

    private static func checkedRanges(
        _ members: Members, _ limits: ProtocolLimits
    ) throws(DecodingProblem) -> [RowRange] {
        guard let ranges = try RowRange.each(ifPresentIn: members, limits: limits) else {
            throw Members.missing("ranges")
        }
        guard ranges.count <= limits.windowRows else {
            throw DecodingProblem("ranges", "must be at most \(limits.windowRows)")
        }
        var left = limits.rows
        for range in ranges {
            guard range.rows <= left else {
                throw DecodingProblem("ranges", "must have at most \(limits.rows) rows together")
            }
            left -= range.rows
        }
        return ranges
    }

    func writeMembers(to writer: inout JSONWriter) {
        switch subject {
        case .rows: writer.member("type", "rows")
        case .check: writer.member("type", "check")
        case .find: writer.member("type", "find")
        }
        writer.member("list", list.text)
        writer.member("n", n)
        switch subject {
        case .rows(let selection): selection.writeMembers(to: &writer)
        case .check(let ranges): RowRange.write(ranges, to: &writer)
        case .find(let query): query.writeMembers(to: &writer)
        }
    }
}

/// What `rows` asks for.
package struct RowSelection: Hashable, Sendable {
    package enum Rows: Hashable, Sendable {
        case window(ListWindow)
        case ranges([RowRange])
        case ids([RowID])
    }

    package var rows: Rows
    /// Whether the rows are wanted without fields and rules.
    package var isOnlyIDs: Bool

    package init(_ rows: Rows, isOnlyIDs: Bool = false) {
        self.rows = rows
        self.isOnlyIDs = isOnlyIDs
    }

    init(members: Members, limits: ProtocolLimits) throws(DecodingProblem) {
        let only = try members.string(ifPresent: "only")
        guard only == nil || areSame(only, "ids") else {
            throw DecodingProblem("only", "must be 'ids'")
        }
        isOnlyIDs = only != nil
        let ranges = try RowRange.each(ifPresentIn: members, limits: limits)
        let ids = try members.identifiers(ifPresent: "ids")
        // Canonical equivalence: truth values are counted.
        let forms = [members["around"] != nil, ranges != nil, ids != nil].count { $0 }
        guard forms == 1 else {
            throw DecodingProblem("", "must have one of around, ranges and ids")
        }
        if let ranges {
            rows = .ranges(ranges)
        } else if let ids {
            rows = .ids(ids.map(RowID.init))
        } else {
            rows = .window(try ListWindow(members: members, limits: limits))
        }
    }

    func writeMembers(to writer: inout JSONWriter) {
        switch rows {
        case .window(let window): window.writeMembers(to: &writer)
        case .ranges(let ranges): RowRange.write(ranges, to: &writer)
        case .ids(let ids):
            writer.name("ids")
            writer.array { writer in
                for id in ids { writer.string(id.text) }
            }
        }
        if isOnlyIDs { writer.member("only", "ids") }
    }
}

// Canonical equivalence: the server does not compare messages.
/// What `find` looks for.
package struct TextQuery: Hashable, Sendable {
    package var text: String
    /// The names of the fields to look in; all where there are none.
    package var fields: [String]
    /// The most rows of a page, at most `limits.windowRows`.
    package var limit: Int
    /// The path of the first row to look at; nil: the start.
    package var from: IndexPath?

    package init(text: String, fields: [String] = [], limit: Int, from: IndexPath? = nil) {
        self.text = text
        self.fields = fields
        self.limit = limit
        self.from = from
    }

    init(members: Members, limits: ProtocolLimits) throws(DecodingProblem) {
        text = try members.string("text")
        fields = try members.strings(ifPresent: "fields")
        limit = min(
            try members.whole(ifPresent: "limit", atLeast: 1) ?? limits.windowRows,
            limits.windowRows)
        from =
            members["from"] == nil ? nil : try ValueReader(limits: limits).path(members, "from")
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("text", text)
        if !fields.isEmpty {
            writer.name("fields")
            writer.array { writer in
                for field in fields { writer.string(field) }
            }
        }
        writer.member("limit", limit)
        if let from {
            writer.name("from")
            writer.path(from)
        }
    }
}
