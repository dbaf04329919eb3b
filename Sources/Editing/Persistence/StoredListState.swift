package import JSON
package import ListEditing
package import ListProtocol

extension ListState {
    /// Writes the list as the journal stores it: a snapshot with the authorship of its rows.
    ///
    /// Complexity: O(n) in the bytes.
    package func write(to writer: inout JSONWriter) {
        let authors = StoredAuthors(self)
        writer.object { writer in
            writer.member("revision", revision)
            writer.member("title", title)
            writer.name("rules")
            writer.rules(rules)
            authors.write(to: &writer)
            writer.name("sections")
            writer.array { writer in
                for section in sections { writer.stored(section, authors: authors) }
            }
        }
    }

    /// Reads what `write` wrote.
    ///
    /// - Throws: a `DecodingProblem` that names the member.
    package init(json: JSONValue) throws(DecodingProblem) {
        let members = try Members(json)
        let authors = try StoredAuthors.read(members)
        try self.init(
            members: members,
            section: { (section) throws(DecodingProblem) in
                try ValueReader.unbounded.storedSection(section, authors: authors)
            })
    }
}

extension JSONWriter {
    /// Writes a section as it is stored: with the authorship of its rows.
    mutating func stored(_ section: SectionState, authors: StoredAuthors = StoredAuthors()) {
        self.section(section) { writer in
            if section.placed != 0 { writer.member("placed", section.placed) }
        } row: {
            $0.stored($1, authors: authors)
        }
    }

    /// Writes a row as it is stored: with its authorship, if it was changed since the list was
    /// created.
    mutating func stored(_ row: Row, authors: StoredAuthors = StoredAuthors()) {
        object { writer in
            writer.rowMembers(row)
            if row.authorship != .createdWithList {
                writer.name("by")
                row.authorship.write(to: &writer, of: row.fields, authors)
            }
        }
    }
}

extension ValueReader {
    /// Reads a section as it is stored.
    ///
    /// - Parameter authors: the table of authors; empty where rows have the names of clients.
    func storedSection(
        _ members: Members, authors: [RowAuthor?] = []
    ) throws(DecodingProblem) -> SectionState {
        var section = try sectionState(members) { (row) throws(DecodingProblem) in
            try storedRow(row, authors: authors)
        }
        section.placed = try members.whole(ifPresent: "placed") ?? 0
        return section
    }

    /// Reads a row as it is stored.
    ///
    /// - Parameter authors: the table of authors.
    func storedRow(_ members: Members, authors: [RowAuthor?] = []) throws(DecodingProblem) -> Row {
        guard let values = try members.array(ifPresent: "by") else {
            return try rowState(members)
        }
        let authorship = try DecodingProblem.inside("by") { () throws(DecodingProblem) in
            try Authorship(json: values, authors: authors)
        }
        let row = try rowState(members)
        return Row(id: row.id, fields: row.fields, rules: row.rules, authorship: authorship)
    }
}

extension Authorship {
    /// Writes `[revision, author, otherRevision, placed, at, added, author, at, name, mark, …]`.
    ///
    /// The author is its number in the table; where that does not have it, as in an inverse, which tells
    /// what undo compares and no more, its name is written and no times. `at` is left out where it is
    /// not known, and what follows it where it is not known who added the row; where that edit is the one
    /// at the beginning, `added` stands for all three.
    ///
    /// - Parameter fields: the fields of the row.
    fileprivate func write(
        to writer: inout JSONWriter, of fields: Fields, _ authors: StoredAuthors
    ) {
        writer.array { writer in
            writer.whole(revision)
            let number = authors[author]
            if let number {
                writer.whole(number)
            } else {
                writer.string(author?.client.text ?? "")
            }
            writer.whole(otherRevision)
            writer.whole(placed)
            if number != nil, at > 0 { writeStamps(to: &writer, authors) }
            for mark in marks(of: fields) {
                writer.string(mark.name)
                writer.whole(mark.revision)
            }
        }
    }

    private func writeStamps(to writer: inout JSONWriter, _ authors: StoredAuthors) {
        writer.whole(at)
        guard let added, let number = authors[added.author] else { return }
        writer.whole(added.revision)
        guard added.revision != revision else { return }
        writer.whole(number)
        writer.whole(added.at)
    }

    /// Reads what `write` wrote.
    ///
    /// - Parameter authors: the table of authors.
    fileprivate init(json values: [JSONValue], authors: [RowAuthor?]) throws(DecodingProblem) {
        guard values.count >= 4, let revision = values[0].whole,
            let author = Self.author(values[1], authors), let otherRevision = values[2].whole,
            let placed = values[3].whole
        else { throw DecodingProblem("", "must be an authorship") }
        let stamps = values.dropFirst(4).prefix { $0.string == nil }.map { $0.whole ?? -1 }
        guard (values.count - stamps.count) % 2 == 0,
            let (at, added) = Self.stamps(stamps, revision, author, authors)
        else { throw DecodingProblem("", "must be an authorship") }
        var marks: [FieldMark] = []
        for index in stride(from: 4 + stamps.count, to: values.count, by: 2) {
            guard let name = values[index].string, let mark = values[index + 1].whole else {
                throw DecodingProblem("[\(index)]", "must be a field and its revision")
            }
            marks.append(FieldMark(name: name, revision: mark))
        }
        self.init(
            revision: revision, author: author, at: at, added: added,
            otherRevision: otherRevision, marks: marks, placed: placed)
    }

    /// The meaning of what stands between `placed` and the marks; nil: it has none.
    ///
    /// - Parameters:
    ///   - numbers: as they are stored.
    ///   - revision: that of the newest edit.
    ///   - author: whose edit that is.
    static func stamps(
        _ numbers: [Int], _ revision: Int, _ author: RowAuthor?, _ authors: [RowAuthor?]
    ) -> (at: Int, added: RowStamp?)? {
        switch numbers.count {
        case 0: return (0, nil)
        case 1: return (numbers[0], nil)
        case 2:
            guard let author, numbers[1] == revision else { return nil }
            return (
                numbers[0], RowStamp(author: author, revision: revision, at: numbers[0])
            )
        case 4:
            guard authors.indices.contains(numbers[2]), let first = authors[numbers[2]] else {
                return nil
            }
            return (
                numbers[0], RowStamp(author: first, revision: numbers[1], at: numbers[3])
            )
        default: return nil
        }
    }

    /// - Returns: nil where there is no such author; nil inside it: the row has none.
    private static func author(_ value: JSONValue, _ authors: [RowAuthor?]) -> RowAuthor?? {
        switch value {
        case .string(let text): return .some(StoredAuthors.author(text, user: nil))
        case .number(let number):
            guard let index = number.whole, authors.indices.contains(index) else { return nil }
            return .some(authors[index])
        default: return nil
        }
    }
}
