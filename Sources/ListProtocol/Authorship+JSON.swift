import JSON
import ListEditing

extension Authorship {
    /// The authorship of a row that came with its list, which is not written.
    static let createdWithList = Authorship(
        revision: 0, client: ClientID(""), otherRevision: 0, marks: [])

    /// Writes `[revision, client, otherRevision, placed, name, mark, …]`.
    ///
    /// - Parameters:
    ///   - fields: the fields of the row.
    ///   - number: the client's number in a table of clients; nil: its name is written.
    func write(to writer: inout JSONWriter, of fields: Fields, clientNumber number: Int?) {
        writer.array { writer in
            writer.whole(revision)
            if let number { writer.whole(number) } else { writer.string(client.text) }
            writer.whole(otherRevision)
            writer.whole(placed)
            for mark in marks(of: fields) {
                writer.string(mark.name)
                writer.whole(mark.revision)
            }
        }
    }

    /// Reads what `write` wrote.
    ///
    /// - Parameter clients: the table of clients.
    init(json values: [JSONValue], clients: [ClientID]) throws(DecodingProblem) {
        guard values.count >= 4, values.count % 2 == 0, let revision = values[0].whole,
            let client = Self.client(values[1], clients), let otherRevision = values[2].whole,
            let placed = values[3].whole
        else { throw DecodingProblem("", "must be an authorship") }
        var marks: [FieldMark] = []
        for index in stride(from: 4, to: values.count, by: 2) {
            guard let name = values[index].string, let mark = values[index + 1].whole else {
                throw DecodingProblem("[\(index)]", "must be a field and its revision")
            }
            marks.append(FieldMark(name: name, revision: mark))
        }
        self.init(
            revision: revision, client: client, otherRevision: otherRevision, marks: marks,
            placed: placed)
    }

    private static func client(_ value: JSONValue, _ clients: [ClientID]) -> ClientID? {
        switch value {
        case .string(let text): ClientID(text)
        case .number(let number):
            number.whole.flatMap { clients.indices.contains($0) ? clients[$0] : nil }
        default: nil
        }
    }
}
