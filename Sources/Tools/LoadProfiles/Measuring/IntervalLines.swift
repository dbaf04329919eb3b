import Foundation
import JSON
import LoadGenerator

/// What each interval measured, as lines for programs: one for each operation, and one for all of them.
package enum IntervalLines {
    private static func entries(
        _ interval: ProfileInterval
    ) -> [(name: String, figures: OperationFigures)] {
        let single = UserOperation.allCases.compactMap { operation in
            interval.figures[operation].map { (operation.rawValue, $0) }
        }
        return [("all", interval.sum(nil))] + single
    }

    /// Lines of JSON, each with its end.
    package static func json(_ interval: ProfileInterval) -> String {
        entries(interval).map { name, figures in
            var writer = JSONWriter()
            writer.object { writer in
                writer.name("time")
                writer.raw(ProfileResult.number(interval.time))
                writer.member("phase", interval.phase)
                writer.member("users", interval.users)
                writer.member("operation", name)
                writer.name("rate")
                writer.raw(ProfileResult.number(Double(figures.count) / interval.seconds))
                figures.write(to: &writer)
                if let share = interval.serverShare {
                    writer.name("serverProcessor")
                    writer.raw(ProfileResult.number(share * 100))
                }
                if let memory = interval.serverMemory {
                    writer.name("serverMemory")
                    writer.raw(String(Int(memory)))
                }
            }
            return writer.text + "\n"
        }.joined()
    }

    /// The first line of CSV.
    package static var csvHeader: String {
        "time,phase,users,operation,rate,count,errors,conflicts,"
            + OperationFigures.percentiles.map(\.name).joined(separator: ",")
            + ",serverProcessor,serverMemory\n"
    }

    /// Lines of CSV (RFC 4180), each with its end.
    package static func csv(_ interval: ProfileInterval) -> String {
        entries(interval).map { name, figures in
            let first = [
                ProfileResult.number(interval.time), quoted(interval.phase),
                String(interval.users), name,
                ProfileResult.number(Double(figures.count) / interval.seconds),
                String(figures.count), String(figures.errors), String(figures.conflicts),
            ]
            let percentiles = OperationFigures.percentiles.map {
                figures.latencies.milliseconds(at: $0.percentile).map(ProfileResult.number) ?? ""
            }
            let server = [
                interval.serverShare.map { ProfileResult.number($0 * 100) } ?? "",
                interval.serverMemory.map { String(Int($0)) } ?? "",
            ]
            return (first + percentiles + server).joined(separator: ",") + "\n"
        }.joined()
    }

    private static func quoted(_ text: String) -> String {
        guard text.contains(where: { ",\"\r\n".contains($0) }) else { return text }
        return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }

    /// One line for people who watch.
    package static func progress(_ interval: ProfileInterval) -> String {
        let all = interval.sum(nil)
        let p99 = all.latencies.milliseconds(at: 99).map { String(format: "%.1f ms", $0) } ?? "–"
        return "\(Int(interval.time)) s  \(interval.phase)  \(interval.users) users  "
            + "\(Int(Double(all.count) / interval.seconds)) /s  p99 \(p99)"
            + (all.errors > 0 ? "  \(all.errors) errors" : "")
    }
}
