import Foundation

/// A result as text for people.
package struct ResultTable {
    private let result: ScenarioResult

    package init(_ result: ScenarioResult) {
        self.result = result
    }

    /// The settings, the rates tried, the figures and the notes.
    package var text: String {
        var lines = [headline]
        if !result.steps.isEmpty { lines += ["", stepLines] }
        lines.append("")
        let width = result.figures.map(\.title.count).max() ?? 0
        for figure in result.figures {
            let title = figure.title.padding(toLength: width, withPad: " ", startingAt: 0)
            lines.append("  \(title)  \(ResultTable.pad(figure.value))  \(figure.unit)")
        }
        lines.append("")
        lines.append(
            result.converged
                ? "  converged: everyone has every change set, and the list is as it was edited"
                : "  NOT CONVERGED")
        for note in result.notes { lines.append("  note: \(note)") }
        return lines.joined(separator: "\n") + "\n"
    }

    private var headline: String {
        let settings = result.settings.map { "\($0.title) \(Int($0.value))" }
        return "\(result.scenario): \(settings.joined(separator: ", "))"
    }

    private var stepLines: String {
        var rows = [
            [
                "rate", "answered", "p50 ms", "p90 ms", "p99 ms", "longest", "µs/edit",
                "µs/delivery", "generator", "",
            ]
        ]
        for step in result.steps {
            rows.append([
                ResultTable.format(step.rate), ResultTable.format(step.achieved),
                ResultTable.format(step.p50), ResultTable.format(step.p90),
                ResultTable.format(step.p99), ResultTable.format(step.longest),
                step.microsecondsPerEdit.map(ResultTable.format) ?? "–",
                step.microsecondsPerDelivery.map(ResultTable.format) ?? "–",
                "\(Int((step.generatorShare * 100).rounded())) %", step.isMet ? "met" : "missed",
            ])
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            "  "
                + zip(row, widths).map { cell, width in
                    String(repeating: " ", count: width - cell.count) + cell
                }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    private static func pad(_ value: Double) -> String {
        let text = format(value)
        return String(repeating: " ", count: max(0, 12 - text.count)) + text
    }

    /// The value with three significant digits, or as a whole number from 100.
    static func format(_ value: Double) -> String {
        let digits = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 1 ? 2 : 3
        return String(format: "%.\(digits)f", value)
    }
}
