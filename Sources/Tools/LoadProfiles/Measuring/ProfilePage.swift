import Foundation
import LoadGenerator

/// A result as one HTML page with plots over time, without scripts.
package struct ProfilePage {
    private let result: ProfileResult

    package init(_ result: ProfileResult) {
        self.result = result
    }

    package var html: String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8">
        <title>\(ResultPage.escape(result.profile.name))</title>
        \(ResultPage.style)
        </head><body>
        <h1>\(ResultPage.escape(result.profile.name))</h1>
        \(ResultPage.table(of: result.circumstances))
        \(verdicts)
        <h2>Latency over time</h2>
        \(latencies)
        <h2>Operations and users over time</h2>
        \(rates)
        \(server)
        <h2>Figures</h2>
        \(figures)
        </body></html>

        """
    }

    private var verdicts: String {
        let items = result.verdicts.map {
            "<p\($0.isKept ? "" : " class=\"bad\"")>\(ResultPage.escape($0.text))</p>"
        }
        let remark = result.generatorNote.map { ["<p>\(ResultPage.escape($0))</p>"] } ?? []
        let notes = (result.notes + (result.isWhole ? [] : [ProfileResult.interrupted])).map {
            "<p class=\"bad\">\(ResultPage.escape($0))</p>"
        }
        return (items + remark + notes).joined(separator: "\n")
    }

    /// At most so many points of a line: a soak has more intervals than a page has columns.
    private var shown: [ProfileInterval] {
        let step = max(1, result.series.count / 600)
        return result.series.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
    }

    private func line(
        _ title: String, _ value: (ProfileInterval) -> Double?
    ) -> Plot.Line {
        Plot.Line(
            title: title,
            points: shown.compactMap { interval in value(interval).map { (interval.time, $0) } })
    }

    private var latencies: String {
        Plot(
            xTitle: "seconds", yTitle: "milliseconds from due to answered",
            lines: [50.0, 90, 99].map { percentile in
                line("p\(Int(percentile))") { $0.sum(nil).latencies.milliseconds(at: percentile) }
            }, xIsLinear: true
        ).svg
    }

    private var rates: String {
        Plot(
            xTitle: "seconds", yTitle: "operations a second, users",
            lines: [
                line("operations a second") { Double($0.sum(nil).count) / $0.seconds },
                line("users") { Double($0.users) },
                line("errors a second") { Double($0.sum(nil).errors) / $0.seconds },
            ], xIsLinear: true, yIsLinear: true
        ).svg
    }

    private var server: String {
        let plot = Plot(
            xTitle: "seconds", yTitle: "% of a processor, MiB",
            lines: [
                line("server's processor time, %") { $0.serverShare.map { $0 * 100 } },
                line("server's memory, MiB") { $0.serverMemory.map { $0 / 1_048_576 } },
            ], xIsLinear: true, yIsLinear: true)
        let svg = plot.svg
        return svg.isEmpty ? "" : "<h2>The server over time</h2>\n\(svg)"
    }

    private var figures: String {
        let head = [
            "phase", "operation", "count", "p50 ms", "p90 ms", "p99 ms", "longest", "errors",
        ]
        let rows = result.rows.map { phase, operation, figures in
            var cells = [phase.map { result.profile.phases[$0].name } ?? "all"]
            cells.append(operation?.rawValue ?? "all")
            cells.append(String(figures.count))
            for percent in [50.0, 90, 99, 100] {
                let time = figures.latencies.milliseconds(at: percent)
                cells.append(time.map(ProfileResult.number) ?? "")
            }
            cells.append(String(figures.errors))
            return cells
        }
        let lines =
            [head.map { "<th>\($0)</th>" }.joined()]
            + rows.map { $0.map { "<td>\(ResultPage.escape($0))</td>" }.joined() }
        return "<table>\(lines.map { "<tr>\($0)</tr>" }.joined(separator: "\n"))</table>"
    }
}
