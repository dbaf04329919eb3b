import Foundation

/// A result as one HTML page with plots, without scripts.
package struct ResultPage {
    private let result: ScenarioResult

    package init(_ result: ScenarioResult) {
        self.result = result
    }

    package var html: String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>lockstep load \(result.scenario)</title>
        \(ResultPage.style)
        </head><body>
        <h1>\(result.scenario)</h1>
        <p>\(settings)</p>
        \(ResultPage.table(of: result.circumstances))
        \(verdict)
        \(figures)
        \(rates)
        \(curves)
        </body></html>

        """
    }

    /// The style of pages with results.
    package static let style = """
        <style>
        :root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
        body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
        table { border-collapse: collapse; margin: 1rem 0; }
        td, th { padding: .15rem .7rem .15rem 0; text-align: right; font-weight: normal; }
        td:first-child, th:first-child { text-align: left; }
        th { border-bottom: 1px solid; }
        svg { width: 100%; margin: 1rem 0; }
        svg text { font-size: 12px; fill: currentColor; }
        .t { text-anchor: middle; } .e { text-anchor: end; }
        .g { stroke: currentColor; stroke-opacity: .2; }
        .bad { color: #c22; font-weight: bold; }
        </style>
        """

    /// The table of the circumstances of a test.
    package static func table(of circumstances: [(name: String, value: String)]) -> String {
        let rows = circumstances.map {
            "<tr><td>\(escape($0.name))</td><td>\(escape($0.value))</td></tr>"
        }
        return "<table>\(rows.joined(separator: "\n"))</table>"
    }

    private var settings: String {
        result.settings.map { "\($0.title) \(Int($0.value))" }.joined(separator: ", ")
    }

    private var verdict: String {
        let text =
            result.converged
            ? "<p>Converged: everyone has every change set, and the list is as it was edited.</p>"
            : "<p class=\"bad\">Not converged.</p>"
        return text + result.notes.map { "<p>\(ResultPage.escape($0))</p>" }.joined()
    }

    private var figures: String {
        let rows = result.figures.map { figure in
            "<tr><td>\(ResultPage.escape(figure.title))</td>"
                + "<td>\(ResultTable.format(figure.value))</td>"
                + "<td>\(ResultPage.escape(figure.unit))</td></tr>"
        }
        return "<table>\(rows.joined(separator: "\n"))</table>"
    }

    private var rates: String {
        guard result.steps.count > 1 else { return "" }
        let steps = result.steps.sorted { $0.rate < $1.rate }
        let plot = Plot(
            xTitle: "edits due a second", yTitle: "milliseconds from due to delivered",
            lines: [
                Plot.Line(title: "p50", points: steps.map { ($0.rate, $0.p50) }),
                Plot.Line(title: "p90", points: steps.map { ($0.rate, $0.p90) }),
                Plot.Line(title: "p99", points: steps.map { ($0.rate, $0.p99) }),
            ])
        return "<h2>Rate against latency</h2>\n\(plot.svg)"
    }

    /// The latencies by percentile, on an axis where each further nine takes the same width.
    private var curves: String {
        let lines = result.curves.map { curve in
            Plot.Line(
                title: curve.title,
                points: curve.points.filter { $0.percentile < 100 }.map {
                    (100 / (100 - $0.percentile), $0.milliseconds)
                })
        }
        let marks = [50.0, 90, 99, 99.9, 99.99, 99.999].map {
            (x: 100 / (100 - $0), text: String(format: "%g", $0) + " %")
        }
        let plot = Plot(
            xTitle: "percentile", yTitle: "milliseconds", lines: lines, xMarks: marks)
        let svg = plot.svg
        return svg.isEmpty ? "" : "<h2>Latency by percentile</h2>\n\(svg)"
    }

    /// A text as HTML shows it.
    package static func escape(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;")
            .replacingOccurrences(of: "<", with: "&lt;")
    }
}
