import Foundation
package import LoadGenerator

/// Histograms by phase and operation as HdrHistogram's log, in microseconds, which other processes' are
/// added to.
///
/// What was counted besides stands in comments, which other readers of such logs skip:
/// `#[Counts: hold/tick, errors 2, conflicts 1]`, and of the whole test `#[Counts: all, lost 0, unanswered 0]`.
package struct HistogramLog: Sendable {
    /// One line: `PHASE/OPERATION`, and when it began, in seconds since the start.
    package struct Entry: Sendable {
        package var tag: String
        var begin: Double
        var seconds: Double
        package var latencies: Latencies
    }

    package private(set) var entries: [Entry] = []
    /// What was counted, by tag and name; that of the whole test by `all`.
    private var counts: [String: [String: Int]] = [:]
    /// Whether every log that was added told what it had counted.
    private var hasCounts = true
    /// Unix seconds.
    private var start = 0.0

    /// An empty log.
    package init() {}

    /// The histograms of a result.
    package init(_ result: ProfileResult, began: Double) {
        start = began
        var begin = 0.0
        for (number, phase) in result.profile.phases.enumerated() {
            for operation in UserOperation.allCases {
                guard let figures = result.figures.phases[number][operation] else { continue }
                let tag = "\(Self.tagName(phase.name))/\(operation.rawValue)"
                counts[tag] = ["errors": figures.errors, "conflicts": figures.conflicts]
                guard figures.latencies.count > 0 else { continue }
                entries.append(
                    Entry(
                        tag: tag, begin: begin, seconds: result.length(of: number),
                        latencies: figures.latencies))
            }
            begin += phase.seconds
        }
        counts["all"] = ["lost": result.lost, "unanswered": result.unanswered]
    }

    /// The name of a phase as tags have it.
    private static func tagName(_ phase: String) -> String {
        String(phase.map { $0.isWhitespace || $0 == "," ? "_" : $0 })
    }

    /// Adds the histograms of a log to those with the same tags.
    ///
    /// - Throws: ``ProfileError`` that names the line.
    package mutating func add(_ text: String) throws(ProfileError) {
        hasCounts = hasCounts && text.contains("\n" + Self.countsMark)
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let start = "#[StartTime: "
            if line.hasPrefix(start),
                let time = Double(line.dropFirst(start.count).prefix { $0 != " " })
            {
                self.start = entries.isEmpty ? time : min(self.start, time)
            }
            if line.hasPrefix(Self.countsMark) { addCounts(line.dropFirst(Self.countsMark.count)) }
            guard !line.isEmpty, !line.hasPrefix("#"), !line.hasPrefix("\"") else { continue }
            var parts = line.split(separator: ",").map(String.init)
            let tag = parts[0].hasPrefix("Tag=") ? String(parts.removeFirst().dropFirst(4)) : "all"
            guard parts.count == 4, let begin = Double(parts[0]), let seconds = Double(parts[1]),
                let latencies = HistogramCode.decode(parts[3])
            else { throw ProfileError("line \(number + 1) is no line of an HdrHistogram log (V2)") }
            if let known = entries.firstIndex(where: { $0.tag == tag }) {
                entries[known].latencies.add(latencies)
                entries[known].seconds = max(entries[known].seconds, seconds)
            } else {
                entries.append(
                    Entry(tag: tag, begin: begin, seconds: seconds, latencies: latencies))
            }
        }
    }

    private static let countsMark: Substring = "#[Counts: "

    /// Adds what stands in a comment after its mark.
    private mutating func addCounts(_ text: Substring) {
        let parts = text.prefix { $0 != "]" }.split(separator: ",")
        guard let tag = parts.first.map(String.init) else { return }
        for part in parts.dropFirst() {
            let words = part.split(separator: " ")
            guard words.count == 2, let value = Int(words[1]) else { continue }
            counts[tag, default: [:]][String(words[0]), default: 0] += value
        }
    }

    /// The log.
    package var text: String {
        var lines = [
            "#[Histogram log format version 1.3]",
            "#[StartTime: \(String(format: "%.3f", start)) (seconds since epoch)]",
            "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"",
        ]
        for (tag, values) in counts.sorted(by: { $0.key < $1.key }) where hasCounts {
            let parts = values.sorted { $0.key < $1.key }.map { ", \($0.key) \($0.value)" }
            lines.insert(Self.countsMark + tag + parts.joined() + "]", at: lines.count - 1)
        }
        for entry in entries {
            let longest = entry.latencies.milliseconds(at: 100) ?? 0
            lines.append(
                "Tag=\(entry.tag),"
                    + String(format: "%.3f,%.3f,%.3f,", entry.begin, entry.seconds, longest)
                    + HistogramCode.encode(entry.latencies))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What a threshold is compared with: milliseconds, operations a second, a part or a number; nil where
    /// nothing was measured, or one of the logs does not tell what it has counted.
    package func value(of threshold: Threshold) -> Double? {
        let tags = entries.map(\.tag) + counts.keys
        if let phase = threshold.phase.map(Self.tagName),
            !tags.contains(where: { Self.phase(of: $0) == phase })
        {
            return nil
        }
        let chosen = entries.filter { Self.isMeant($0.tag, by: threshold) }
        var all = Latencies()
        for entry in chosen { all.add(entry.latencies) }
        switch threshold.metric {
        case .percentile(let percentile): return all.milliseconds(at: percentile)
        case .mean: return all.mean
        case .rate:
            let begin = chosen.map(\.begin).min() ?? 0
            let end = chosen.map { $0.begin + $0.seconds }.max() ?? 0
            return end > begin ? Double(all.count) / (end - begin) : nil
        case .errors: return count("errors", of: threshold)
        case .errorShare:
            guard let errors = count("errors", of: threshold),
                let conflicts = count("conflicts", of: threshold)
            else { return nil }
            let joined = entries.filter { Self.isJoin($0.tag, of: threshold) }
                .reduce(0) { $0 + $1.latencies.count }
            let sum = Double(all.count + joined) + errors + conflicts
            return sum > 0 ? errors / sum : 0
        case .unanswered: return hasCounts ? counts["all"]?["unanswered"].map(Double.init) : nil
        case .lost: return hasCounts ? counts["all"]?["lost"].map(Double.init) : nil
        }
    }

    /// Whether a threshold is about a tag: without an operation, about what users do.
    private static func isMeant(_ tag: String, by threshold: Threshold) -> Bool {
        let operation = operation(of: tag)
        return (threshold.phase.map(tagName) ?? phase(of: tag)) == phase(of: tag)
            && threshold.operation.map { $0 == operation } ?? operation?.isChosen ?? true
    }

    /// Whether a tag is about joining, which counts among the errors of a threshold without an operation.
    private static func isJoin(_ tag: String, of threshold: Threshold) -> Bool {
        (threshold.phase.map(tagName) ?? phase(of: tag)) == phase(of: tag)
            && threshold.operation == nil && operation(of: tag) == .join
    }

    private static func phase(of tag: String) -> String {
        tag.split(separator: "/").first.map(String.init) ?? ""
    }

    private static func operation(of tag: String) -> UserOperation? {
        tag.split(separator: "/").last.flatMap { UserOperation(rawValue: String($0)) }
    }

    private func count(_ name: String, of threshold: Threshold) -> Double? {
        guard hasCounts else { return nil }
        let chosen = counts.filter {
            $0.key != "all"
                && (Self.isMeant($0.key, by: threshold) || Self.isJoin($0.key, of: threshold))
        }
        return Double(chosen.values.reduce(0) { $0 + ($1[name] ?? 0) })
    }

    /// What was lost, unanswered and failed in all, for people; nil where a log does not tell.
    package var countsText: String? {
        guard hasCounts, let whole = counts["all"] else { return nil }
        let errors = counts.values.reduce(0) { $0 + ($1["errors"] ?? 0) }
        return "lost \(whole["lost"] ?? 0), unanswered \(whole["unanswered"] ?? 0), "
            + "errors \(errors)"
    }
}
