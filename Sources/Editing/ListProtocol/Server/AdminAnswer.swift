package import JSON
package import ListEditing

/// The answer to `admin`.
package struct AdminAnswer: ServerMessage {
    package enum Content: Sendable {
        case figures(AdminFigures)
        case lists([AdminList], total: Int)
        case sessions([AdminSession], total: Int)
        /// Written as `GET /api/hooks` has them.
        case hooks(JSONText)
        /// Whether there was such a session.
        case ended(Bool)
    }

    /// One JSON value that is written already.
    package struct JSONText: Sendable {
        package var bytes: [UInt8]

        package init(_ bytes: [UInt8]) { self.bytes = bytes }
    }

    /// The number of the request.
    package var n: Int
    package var content: Content

    package init(n: Int, _ content: Content) {
        self.n = n
        self.content = content
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "admin")
            writer.member("n", n)
            switch content {
            case .figures(let figures): figures.writeMembers(to: &writer)
            case .lists(let lists, let total):
                writer.member("total", total)
                writer.name("lists" as StaticString)
                writer.array { writer in for list in lists { list.write(to: &writer) } }
            case .sessions(let sessions, let total):
                writer.member("total", total)
                writer.name("sessions" as StaticString)
                writer.array { writer in for session in sessions { session.write(to: &writer) } }
            case .hooks(let json):
                writer.name("hooks" as StaticString)
                writer.raw(json.bytes)
            case .ended(let isEnded): writer.member("ended", isEnded)
            }
        }
    }
}

/// How one server is.
package struct AdminFigures: Sendable {
    /// Which server it is, among those of a cluster, and how many of them are up.
    package var server: String
    package var servers: Int
    /// What `lockstep top --json` prints.
    package var figures: AdminAnswer.JSONText
    /// Why `/readyz` does not answer 200; empty: it does.
    package var reasons: [String]
    /// Lists that cannot be read, with the reasons; the first ones.
    package var unreadable: [(list: ListID, reason: String)]
    /// When the newest scheduled backup was begun, in Unix milliseconds.
    package var backedUp: Int?
    package var backupFailures: Int

    package init(
        server: String, servers: Int, figures: AdminAnswer.JSONText, reasons: [String],
        unreadable: [(list: ListID, reason: String)], backedUp: Int?, backupFailures: Int
    ) {
        self.server = server
        self.servers = servers
        self.figures = figures
        self.reasons = reasons
        self.unreadable = unreadable
        self.backedUp = backedUp
        self.backupFailures = backupFailures
    }

    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("server", server)
        writer.member("servers", servers)
        writer.name("figures" as StaticString)
        writer.raw(figures.bytes)
        writer.name("health" as StaticString)
        writer.object { writer in
            writer.member("ready", reasons.isEmpty)
            writer.name("reasons" as StaticString)
            writer.array { writer in for reason in reasons { writer.string(reason) } }
            writer.name("unreadable" as StaticString)
            writer.array { writer in
                for (list, reason) in unreadable {
                    writer.object { writer in
                        writer.member("list", list.text)
                        writer.member("reason", reason)
                    }
                }
            }
            writer.member("backedUp", ifPresent: backedUp)
            writer.member("backupFailures", backupFailures)
        }
    }
}

/// One list, for those who run the server.
package struct AdminList: Sendable {
    package var summary: ListSummary
    /// Edits a second that changed it, on all servers; nil: not known yet.
    package var rate: Double?
    /// Whether it is in the memory of the server that answers.
    package var isLoaded = false
    /// Bytes of its rows and of what is remembered of its clients; nil where it is not in memory.
    package var bytes: Int?
    /// The revision that the kept history reaches back to; nil where that cannot be read.
    package var historyStart: Int?

    package init(_ summary: ListSummary, rate: Double?) {
        self.summary = summary
        self.rate = rate
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            summary.writeMembers(to: &writer)
            if let rate {
                writer.name("rate" as StaticString)
                writer.raw(Self.decimal(rate))
            }
            writer.member("loaded", isLoaded)
            writer.member("bytes", ifPresent: bytes)
            if let historyStart {
                writer.name("history" as StaticString)
                writer.object { $0.member("from", historyStart) }
            }
        }
    }

    /// A number of at least 0 with one digit after the point.
    private static func decimal(_ value: Double) -> String {
        let tenths = Int((min(value, 1e12) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// One session, for those who run the server.
package struct AdminSession: Sendable {
    package var client: ClientID
    package var name: String?
    package var user: String?
    /// The numeric address of the client.
    package var address: String
    /// When it began, in Unix milliseconds.
    package var since: Int
    /// Lists that it has open.
    package var lists: Int
    package var edits: Int
    /// Revisions that it was not sent yet, of all its lists together.
    package var behind: Int
    /// Bytes that wait for it.
    package var queued: Int
    package var received: Int
    package var sent: Int
    /// Whether it is a stream of events.
    package var isStream: Bool

    package init(
        client: ClientID, name: String?, user: String?, address: String, since: Int, lists: Int,
        edits: Int, behind: Int, queued: Int, received: Int, sent: Int, isStream: Bool
    ) {
        self.client = client
        self.name = name
        self.user = user
        self.address = address
        self.since = since
        self.lists = lists
        self.edits = edits
        self.behind = behind
        self.queued = queued
        self.received = received
        self.sent = sent
        self.isStream = isStream
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("client", client.text)
            writer.member("name", ifPresent: name)
            writer.member("user", ifPresent: user)
            writer.member("address", address)
            writer.member("since", since)
            writer.member("lists", lists)
            writer.member("edits", edits)
            writer.member("behind", behind)
            writer.member("queued", queued)
            writer.member("received", received)
            writer.member("sent", sent)
            if isStream { writer.member("stream", true) }
        }
    }
}
