import JSON
package import ListEditing
import TextBytes

/// `admin`: what an operator asks (Protocol.md, "For those who run the server").
package struct AdminRequest: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        /// The figures of `lockstep top`, and whether the server is well.
        case figures
        case lists(AdminPage<AdminListOrder>)
        case sessions(AdminPage<AdminSessionOrder>)
        case hooks
        /// Ends the session of a client.
        case end(ClientID)
    }

    /// The client's own number, which the answer repeats.
    package var n: Int
    package var subject: Subject

    package init(n: Int, subject: Subject) {
        self.n = n
        self.subject = subject
    }

    init(members: Members) throws(DecodingProblem) {
        n = try members.whole("n")
        if let client = try members.identifier(ifPresent: "end") {
            guard members["get"] == nil else {
                throw DecodingProblem("", "must have either get or end")
            }
            subject = .end(ClientID(client))
            return
        }
        switch TextKey(try members.string("get")) {
        case "figures": subject = .figures
        case "lists": subject = .lists(try AdminPage(members: members, usually: .list))
        case "sessions": subject = .sessions(try AdminPage(members: members, usually: .since))
        case "hooks": subject = .hooks
        default: throw DecodingProblem("get", "must be figures, lists, sessions or hooks")
        }
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("type", "admin")
        writer.member("n", n)
        switch subject {
        case .figures: writer.member("get", "figures")
        case .hooks: writer.member("get", "hooks")
        case .end(let client): writer.member("end", client.text)
        case .lists(let page):
            writer.member("get", "lists")
            page.writeMembers(to: &writer)
        case .sessions(let page):
            writer.member("get", "sessions")
            page.writeMembers(to: &writer)
        }
    }
}

// Canonical equivalence: the server does not compare messages.
/// Which part of a long table is asked for.
package struct AdminPage<Order: RawRepresentable<String> & CaseIterable & Hashable & Sendable>:
    Hashable, Sendable
{
    /// What the rows are sorted by.
    package var by: Order
    /// What one of the row's texts must contain, letter case folded; nil: every row.
    package var text: String?
    /// The number of rows to leave out.
    package var from: Int
    /// The most rows, at most ``AdminPages/mostRows``.
    package var limit: Int

    package init(by: Order, text: String? = nil, from: Int = 0, limit: Int = AdminPages.mostRows) {
        self.by = by
        self.text = text
        self.from = from
        self.limit = limit
    }

    init(members: Members, usually order: Order) throws(DecodingProblem) {
        by = try members.choice(ifPresent: "by") ?? order
        text = try members.string(ifPresent: "text").flatMap { $0.isEmpty ? nil : $0 }
        guard text?.utf8.count ?? 0 <= AdminPages.mostTextBytes else {
            throw DecodingProblem("text", "must have at most \(AdminPages.mostTextBytes) bytes")
        }
        from = try members.whole(ifPresent: "from", atLeast: 0) ?? 0
        limit = min(
            try members.whole(ifPresent: "limit", atLeast: 1) ?? AdminPages.mostRows,
            AdminPages.mostRows)
    }

    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("by", by.rawValue)
        writer.member("text", ifPresent: text)
        writer.member("from", from)
        writer.member("limit", limit)
    }
}

/// The bounds of ``AdminPage``.
package enum AdminPages {
    package static let mostRows = 200
    static let mostTextBytes = 256
}

// Canonical equivalence: foreign words are read by `init(word:)`.
/// What lists are sorted by: names ascending, numbers from the largest down.
package enum AdminListOrder: String, Sendable, CaseIterable {
    case list, title, rows, clients, rate, revision
}

// Canonical equivalence: foreign words are read by `init(word:)`.
/// What sessions are sorted by: texts and `since` ascending, other numbers from the largest down.
package enum AdminSessionOrder: String, Sendable, CaseIterable {
    case since, lag, edits, lists, address, user, name
}
