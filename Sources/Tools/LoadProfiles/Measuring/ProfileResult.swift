import Foundation
package import JSON
import LoadGenerator

/// The result of a profile: figures by phase and operation, and the verdicts on its thresholds.
package struct ProfileResult: Sendable {
    package let profile: LoadProfile
    package let figures: ProfileFigures
    package let series: [ProfileInterval]
    package var seconds = 0.0
    /// The users that there were, all together.
    package var users = 0
    package var unanswered = 0
    package var lost = 0
    /// What makes the test fail besides its thresholds.
    package var notes: [String] = []
    /// The most of a processor that the generator used in an interval.
    package var generatorShare = 0.0
    /// Whether it ran to its end.
    package var isWhole = true
    /// What was measured where and how: names and values.
    package var circumstances: [(name: String, value: String)] = []

    /// A threshold with what it was compared with.
    package struct Verdict: Sendable {
        package let threshold: Threshold
        /// Nil: nothing was measured, which keeps no bound.
        package let value: Double?
        package init(threshold: Threshold, value: Double?) {
            self.threshold = threshold
            self.value = value
        }

        package var isKept: Bool { value.map { threshold.holds($0) } ?? false }

        /// One line, for people.
        package var text: String {
            let found = value.map { threshold.format($0) } ?? "nothing was measured"
            return "\(isKept ? "kept  " : "MISSED") \(threshold.text)  (\(found))"
        }
    }

    init(profile: LoadProfile, figures: ProfileFigures, series: [ProfileInterval]) {
        self.profile = profile
        self.figures = figures
        self.series = series
    }

    package var verdicts: [Verdict] {
        profile.thresholds.map { Verdict(threshold: $0, value: value(of: $0)) }
    }

    /// Whether latencies may be the generator's own: its one thread was busy.
    package var isGeneratorLimited: Bool { generatorShare >= 0.85 }

    /// What a reader should know where the generator was busy.
    package var generatorNote: String? {
        guard isGeneratorLimited else { return nil }
        return """
            the generator may have been the limit: it used \(Int(generatorShare * 100)) % of a \
            processor; share the users among several processes, and merge their --hdr logs
            """
    }

    /// Whether it ran to its end, kept every threshold, and no list differed.
    package var isMet: Bool { isWhole && notes.isEmpty && verdicts.allSatisfy(\.isKept) }

    private func value(of threshold: Threshold) -> Double? {
        let number = threshold.phase.flatMap { name in
            profile.phases.firstIndex { $0.name == name }
        }
        let sum = figures.sum(phase: number, threshold.operation)
        // A user who could not join has done nothing else that could have failed.
        let joins =
            threshold.operation == nil
            ? figures.sum(phase: number, .join) : OperationFigures()
        let (errors, count) = (sum.errors + joins.errors, sum.count + joins.count)
        return switch threshold.metric {
        case .percentile(let percentile): sum.latencies.milliseconds(at: percentile)
        case .mean: sum.latencies.mean
        case .rate: rate(sum.latencies.count, in: number)
        case .errorShare: count > 0 ? Double(errors) / Double(count) : 0
        case .errors: Double(errors)
        case .unanswered: Double(unanswered)
        case .lost: isWhole ? Double(lost) : nil
        }
    }

    /// The seconds that a phase has lasted, or all of them have (nil): fewer than planned where the test was
    /// interrupted.
    func length(of phase: Int?) -> Double {
        guard let phase else { return min(seconds, profile.seconds) }
        let begin = profile.phases[..<phase].reduce(0) { $0 + $1.seconds }
        return max(0, min(profile.phases[phase].seconds, seconds - begin))
    }

    /// So many a second; nil: the phase was not reached.
    private func rate(_ count: Int, in phase: Int?) -> Double? {
        let length = length(of: phase)
        return length > 0 ? Double(count) / length : nil
    }

    /// The rows of the table: a phase (nil: all) and an operation (nil: what users do).
    package var rows: [(phase: Int?, operation: UserOperation?, figures: OperationFigures)] {
        let places: [Int?] = profile.phases.count > 1 ? profile.phases.indices.map { $0 } : []
        return (places + [nil]).flatMap { phase in
            let operations: [UserOperation?] = [nil] + UserOperation.allCases
            return operations.map { (phase, $0, figures.sum(phase: phase, $0)) }
                .filter { $0.2.count > 0 }
        }
    }

    // MARK: As text

    /// For people.
    package var text: String {
        var lines = ["\(profile.name): \(users) users in \(Int(seconds)) s", ""]
        let titles = [
            "phase", "operation", "count", "1/s", "p50 ms", "p90 ms", "p99 ms", "p99.9", "longest",
            "errors",
        ]
        let cells = [titles] + rows.map { self.cells($0, $1, $2) }
        let widths = titles.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        for row in cells {
            lines.append(
                "  "
                    + row.enumerated().map { column, cell in
                        let filling = String(repeating: " ", count: widths[column] - cell.count)
                        return column < 2 ? cell + filling : filling + cell
                    }.joined(separator: "  "))
        }
        lines += ["", "  lost \(lost), unanswered \(unanswered)"]
        for (problem, count) in figures.problems.sorted(by: { $0.value > $1.value }) {
            lines.append("  \(count) × \(problem)")
        }
        if let generatorNote { lines.append("  note: \(generatorNote)") }
        for note in notes { lines.append("  NOT CONVERGED: \(note)") }
        if !isWhole { lines.append("  \(Self.interrupted)") }
        for verdict in verdicts { lines.append("  \(verdict.text)") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A row of the table.
    private func cells(
        _ phase: Int?, _ operation: UserOperation?, _ figures: OperationFigures
    ) -> [String] {
        var cells = [
            phase.map { profile.phases[$0].name } ?? "all", operation?.rawValue ?? "all",
            String(figures.count), rate(figures.count, in: phase).map(Self.short) ?? "–",
        ]
        for percentile in [50, 90, 99, 99.9, 100] {
            cells.append(figures.latencies.milliseconds(at: percentile).map(Self.short) ?? "–")
        }
        return cells + [String(figures.errors)]
    }

    /// What is reported of a test that did not run to its end.
    static let interrupted = "interrupted: the lists were not compared"

    private static func short(_ value: Double) -> String {
        String(format: "%.\(value >= 100 ? 0 : value >= 10 ? 1 : 2)f", value)
    }

    // MARK: As JSON

    /// One object, for programs.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("profile", profile.name)
            for (name, value) in circumstances {
                writer.name(name)
                writer.string(value)
            }
            writer.name("seconds")
            writer.raw(Self.number(seconds))
            writer.member("users", users)
            writer.member("lost", lost)
            writer.member("unanswered", unanswered)
            writer.name("figures")
            writer.array { writer in
                for (phase, operation, figures) in rows {
                    writer.object { writer in
                        writer.member("phase", phase.map { profile.phases[$0].name } ?? "all")
                        writer.member("operation", operation?.rawValue ?? "all")
                        figures.write(to: &writer)
                    }
                }
            }
            writer.name("thresholds")
            writer.array { writer in
                for verdict in verdicts {
                    writer.object { writer in
                        writer.member("threshold", verdict.threshold.text)
                        writer.name("value")
                        writer.raw(verdict.value.map(Self.number) ?? "null")
                        writer.member("kept", verdict.isKept)
                    }
                }
            }
            writer.name("generatorShare")
            writer.raw(Self.number(generatorShare))
            writer.member("generatorLimited", isGeneratorLimited)
            writer.name("notes")
            writer.array { writer in
                for note in notes { writer.string(note) }
            }
            writer.member("interrupted", !isWhole)
            writer.member("met", isMet)
        }
        return writer.bytes
    }

    static func number(_ value: Double) -> String {
        let rounded = (value * 1_000).rounded() / 1_000
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}

extension OperationFigures {
    /// The percentiles that are written.
    static let percentiles: [(name: String, percentile: Double)] = [
        ("p50", 50), ("p90", 90), ("p95", 95), ("p99", 99), ("p99.9", 99.9), ("max", 100),
    ]

    /// Writes count, errors and percentiles in milliseconds as members.
    package func write(to writer: inout JSONWriter) {
        writer.member("count", count)
        writer.member("errors", errors)
        writer.member("conflicts", conflicts)
        for (name, percentile) in Self.percentiles {
            guard let value = latencies.milliseconds(at: percentile) else { continue }
            writer.name(name)
            writer.raw(ProfileResult.number(value))
        }
    }
}
