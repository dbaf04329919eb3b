package import HistoryChecking
import HistoryLoad
import JSON

/// The result of a check.
package struct CheckResult: Sendable {
    package let report: HistoryReport
    /// Whether a request to stop ended the load early.
    package let isInterrupted: Bool
    /// Why not everything could be checked; nil where it could.
    package let shortfall: String?
    /// The most seconds that an edit waited for its answer, from its first sending on, by list.
    package var longestWaits: [String: Double] = [:]
    /// The lists that could not be deleted.
    package var leftLists: [String] = []

    /// Whether everything was checked and every property held.
    package var hasHeld: Bool { report.broken.isEmpty && shortfall == nil }

    /// Lines of text: one for each property, then the verdict.
    package func text(_ settings: CheckSettings) -> String {
        let simulation = settings.simulation
        var lines = [
            "\(settings.servers.joined(separator: ",")): \(simulation.clients) clients on "
                + "\(simulation.lists) lists for \(settings.seconds) s, seed \(simulation.seed)"
        ]
        if isInterrupted { lines.append("(stopped before its time)") }
        lines += report.lines()
        if let (list, wait) = longestWaits.max(by: { $0.value < $1.value }) {
            lines.append(
                "    longest wait for an answer: \(CheckStatus.decimal(wait)) s, on \(list)")
        }
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

    /// One JSON object.
    package func json(_ settings: CheckSettings) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("server", settings.servers.joined(separator: ","))
            writer.member("clients", settings.simulation.clients)
            writer.member("lists", settings.simulation.lists)
            writer.member("seconds", settings.seconds)
            writer.member("seed", String(settings.simulation.seed))
            writer.member("interrupted", isInterrupted)
            writer.member("shortfall", ifPresent: shortfall)
            writer.name("leftLists")
            writer.array { writer in
                for name in leftLists { writer.string(name) }
            }
            CheckStatus.write(longestWaits, to: &writer)
            report.writeMembers(to: &writer)
        }
        return writer.text
    }
}
