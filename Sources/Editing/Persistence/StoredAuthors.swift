import JSON
import ListEditing
import ListProtocol

/// A table of those who inserted or changed the rows of a list: stored rows name them by number.
///
/// It is stored as `clients`, their names, and, where any has a user, `users` in the same order. Rows
/// that were only moved name a client without a name.
struct StoredAuthors {
    /// In order of their numbers; nil: none.
    private(set) var authors: [RowAuthor?] = []
    private var numbers: [RowAuthor?: Int] = [:]
    /// The numbers of the objects that were looked up; most rows share those.
    private var known: [ObjectIdentifier: Int] = [:]

    /// Creates an empty table: rows then have the names themselves.
    init() {}

    /// Creates a table of everyone whom a row of `state` names.
    ///
    /// Complexity: O(n) in the rows.
    init(_ state: ListState) {
        for section in state.sections {
            for row in section.rows where row.authorship != .createdWithList {
                add(row.authorship.author)
                if let added = row.authorship.added { add(added.author) }
            }
        }
    }

    /// The number of an author; nil: it is not in the table.
    subscript(author: RowAuthor?) -> Int? {
        guard let author else { return numbers[nil] }
        return known[ObjectIdentifier(author)] ?? numbers[author]
    }

    private mutating func add(_ author: RowAuthor?) {
        if let author, known[ObjectIdentifier(author)] != nil { return }
        let number = numbers[author] ?? authors.count
        if number == authors.count {
            authors.append(author)
            numbers[author] = number
        }
        if let author { known[ObjectIdentifier(author)] = number }
    }

    /// Writes the members `clients` and `users` into an object that is open.
    func write(to writer: inout JSONWriter) {
        writer.name("clients")
        writer.array { writer in
            for author in authors { writer.string(author?.client.text ?? "") }
        }
        guard authors.contains(where: { $0?.user.map { _ in true } ?? false }) else { return }
        writer.name("users")
        writer.array { writer in
            for author in authors {
                if let user = author?.user { writer.string(user) } else { writer.null() }
            }
        }
    }

    /// Reads what `write` wrote.
    ///
    /// - Throws: a `DecodingProblem` that names the member.
    static func read(_ members: Members) throws(DecodingProblem) -> [RowAuthor?] {
        let clients = try members.strings(ifPresent: "clients")
        guard let users = try members.array(ifPresent: "users") else {
            return clients.map { author($0, user: nil) }
        }
        guard users.count == clients.count,
            users.allSatisfy({ $0.isNull || $0.string != nil })
        else { throw DecodingProblem("users", "must be a user or null for each of the clients") }
        return zip(clients, users).map { author($0, user: $1.string) }
    }

    /// The author of this name; nil: it is that of rows without one.
    static func author(_ client: String, user: String?) -> RowAuthor? {
        client.isEmpty ? nil : RowAuthor(client: ClientID(client), user: user)
    }
}
