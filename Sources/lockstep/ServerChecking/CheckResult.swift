import HistoryChecking
import HistoryLoad
import JSON

extension CheckResult {
    /// For people: a line for each property, and what it comes to.
    func text(_ settings: CheckSettings) -> String {
        let crowd = settings.crowd
        var lines = [
            "\(settings.server.url): \(crowd.clients) clients on \(crowd.lists) lists for "
                + "\(settings.seconds) s, seed \(crowd.seed)"
        ]
        if isInterrupted { lines.append("(stopped before its time)") }
        lines += report.lines()
        if let shortfall { lines.append("Not everything was checked: \(shortfall).") }
        if !leftLists.isEmpty {
            lines.append(
                "These lists could not be deleted: \(leftLists.joined(separator: " ")). "
                    + "A request DELETE /api/lists/NAME does it.")
        }
        let broken = report.broken.map(\.rawValue).joined(separator: ", ")
        if !broken.isEmpty {
            lines.append("BROKEN: \(broken)")
        } else if shortfall == nil {
            lines.append("Every property held.")
        }
        return lines.joined(separator: "\n")
    }

    /// For programs: one object.
    func json(_ settings: CheckSettings) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("server", settings.server.url)
            writer.member("clients", settings.crowd.clients)
            writer.member("lists", settings.crowd.lists)
            writer.member("seconds", settings.seconds)
            writer.member("seed", String(settings.crowd.seed))
            writer.member("interrupted", isInterrupted)
            writer.member("shortfall", ifPresent: shortfall)
            writer.name("leftLists")
            writer.array { writer in
                for name in leftLists { writer.string(name) }
            }
            report.writeMembers(to: &writer)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
