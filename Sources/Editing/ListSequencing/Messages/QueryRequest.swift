import ListEditing
package import ListProtocol

/// A query that waits for the list as it is stored.
package struct QueryRequest: Hashable, Sendable {
    /// Who asks, and how the answer finds its way back.
    package enum Asker: Hashable, Sendable {
        /// A session, with its own number for the query.
        case session(connection: UInt64, n: Int)
        /// An HTTP request, with its ticket.
        case http(ReadRequest)
    }

    package let asker: Asker
    package let subject: ListQuery.Subject
    /// Whether the rows of the answer tell who changed them.
    package var wantsAuthors = false

    package init(asker: Asker, subject: ListQuery.Subject, wantsAuthors: Bool = false) {
        self.asker = asker
        self.subject = subject
        self.wantsAuthors = wantsAuthors
    }

    var n: Int? {
        if case .session(_, let n) = asker { n } else { nil }
    }

    package var kind: QueryKind {
        switch subject {
        case .rows: .rows
        case .check: .check
        case .find: .find
        }
    }
}

// Canonical equivalence: it is made here, and read nowhere.
/// The kinds of queries, as they are counted.
package enum QueryKind: String, Hashable, Sendable, CaseIterable {
    case rows, check, find
}
