import HistoryLoad
import JSON

/// What the clients of a check are doing at one time, and how far the lists are.
package struct CheckStatus: Sendable {
    struct Client: Sendable {
        /// The address where it is connected, or tries to connect.
        let server: String
        let status: ClientStatus
    }

    /// Seconds since the check began.
    let time: Double
    let counts: ClientConnections.Counts
    /// The newest revision that a client holds of each list that stays, by name.
    let revisions: [String: Int]
    /// The most seconds that an edit waited for its answer, from its first sending on, by list.
    let longestWaits: [String: Double]
    let clients: [Client]

    /// One JSON object, without a line feed.
    package var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            Self.write("time", time, to: &writer)
            writer.member("edits", counts.sent)
            writer.member("unanswered", counts.unanswered)
            writer.member("connected", counts.connected)
            writer.member("reconnects", counts.reconnects)
            writer.name("revisions")
            writer.object { writer in
                for (list, revision) in revisions.sorted(by: { $0.key < $1.key }) {
                    writer.name(list)
                    writer.whole(revision)
                }
            }
            Self.write(longestWaits, to: &writer)
            writer.name("clients")
            writer.array { writer in
                for client in clients { writer.object { client.writeMembers(to: &$0) } }
            }
        }
        return writer.text
    }

    /// Writes the member `longestWaits`: seconds by list.
    static func write(_ longestWaits: [String: Double], to writer: inout JSONWriter) {
        writer.name("longestWaits")
        writer.object { writer in
            for (list, seconds) in longestWaits.sorted(by: { $0.key < $1.key }) {
                writer.name(list)
                writer.raw(decimal(seconds))
            }
        }
    }

    fileprivate static func write(
        _ name: StaticString, _ seconds: Double, to writer: inout JSONWriter
    ) {
        writer.name(name)
        writer.raw(decimal(seconds))
    }

    /// Seconds with three digits after the point at most.
    static func decimal(_ seconds: Double) -> String {
        "\((max(0, seconds) * 1_000).rounded() / 1_000)"
    }
}

extension CheckStatus.Client {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("server", server)
        writer.member("ready", status.isReady)
        writer.name("lists")
        writer.array { writer in
            for list in status.lists { writer.string(list) }
        }
        if let waiting = status.waiting { CheckStatus.write("waiting", waiting, to: &writer) }
        CheckStatus.write("longestWait", status.longestWait, to: &writer)
    }
}
