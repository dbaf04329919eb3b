import Foundation

extension TopFigures {
    /// The lines of a screen.
    ///
    /// - Parameters:
    ///   - url: The server's address, as it is shown.
    ///   - time: The time of day, as it is shown.
    package func screen(of url: String, time: String) -> [String] {
        let up = upSeconds.map { ", up \(Quantity.duration($0))" } ?? ""
        let state = isReady ? "ready" : "NOT READY: the log says why"
        var lines = ["lockstep \(version) at \(url)\(up), \(state)  \(time)", ""]
        func add(_ name: String, _ value: String, _ more: String = "") {
            lines.append(
                Self.padded(name, 14) + Self.padded(value, 14, isRight: true)
                    + (more.isEmpty ? "" : "   " + more))
        }
        add("sessions", Quantity.number(Double(sessions)), "\(sockets) sockets")
        add("lists", Quantity.number(Double(lists)), "\(loaded) in memory")
        add("edits/s", Self.rate(rates?.edits), rates.map(Self.answers) ?? "")
        add("deliveries/s", Self.rate(rates?.deliveries))
        add("windows/s", Self.rate(rates?.outlines), rates.map(Self.queries) ?? "")
        add("received", Self.flow(rates?.received))
        add("sent", Self.flow(rates?.sent))
        add("queued", Quantity.bytes(queueBytes), "of \(Quantity.bytes(queueLimit))")
        add("held", Quantity.bytes(ledgerBytes), "of \(Quantity.bytes(ledgerLimit))")
        add("commits/s", Self.rate(rates?.commits), rates.map(Self.batches) ?? "")
        add("commit", Quantity.seconds(rates?.commit.median), Self.p99(rates?.commit))
        add("delivery", Quantity.seconds(rates?.delivery.median), Self.p99(rates?.delivery))
        add("loop lag", Quantity.seconds(rates?.lag.median), Self.p99(rates?.lag))
        add("turns p99", Quantity.seconds(rates?.turn.p99), rates.map(Self.turns) ?? "")
        add("memory", residentBytes.map { Quantity.bytes($0) } ?? "–")
        add("CPU", rates?.cpuPercent.map { "\(Quantity.number($0)) %" } ?? "–", "of one core")
        add("files", openFiles.map { Quantity.number(Double($0)) } ?? "–", files)
        add("refused/s", Self.rate(rates?.refused), "connections")
        if let engine { add("journal", engine, cluster) }
        if isNATSReachable != nil {
            add("appends/s", Self.rate(rates?.attempts), rates.map(Self.appends) ?? "")
        }
        if let errors = rates?.journalErrors, errors > 0 {
            add("errors/s", Quantity.number(errors), "of the journal: the server's log says why")
        }
        return lines
    }

    /// One line, for files and pipes.
    package func line(time: String) -> String {
        var parts = [time, "sessions \(sessions)", "lists \(loaded)/\(lists)"]
        if let rates {
            parts += [
                "edits/s \(Quantity.number(rates.edits))",
                "rejected/s \(Quantity.number(rates.rejected))",
                "deliveries/s \(Quantity.number(rates.deliveries))",
                "in \(Self.flow(rates.received))", "out \(Self.flow(rates.sent))",
                "commit \(Self.both(rates.commit))", "delivery \(Self.both(rates.delivery))",
                "lag \(Self.both(rates.lag))",
                "turns \(Quantity.seconds(rates.turn.p99))/\(Quantity.seconds(rates.turn.maximum))",
            ]
            if rates.longTurns > 0 { parts.append("LONG TURNS \(rates.longTurns)") }
            if let cpu = rates.cpuPercent { parts.append("CPU \(Quantity.number(cpu)) %") }
        }
        parts.append("queued \(Quantity.bytes(queueBytes))")
        if let residentBytes { parts.append("memory \(Quantity.bytes(residentBytes))") }
        if let engine, let isNATSReachable {
            parts.append("\(engine)\(isNATSReachable ? "" : " OUT OF REACH")")
            parts.append("streams \(Quantity.bytes(streams.bytes))")
            if let rates { parts.append("retries/s \(Quantity.number(rates.retries))") }
        }
        if !isReady { parts.append("NOT READY") }
        return parts.joined(separator: "  ")
    }

    private var files: String {
        maxFiles.map { "of \(Quantity.number(Double($0)))" } ?? ""
    }

    /// The state of the cluster; empty on another engine.
    private var cluster: String {
        guard let isNATSReachable else { return "" }
        let state = isNATSReachable ? "in reach" : "OUT OF REACH: the server's log says why"
        return streams.count == 0
            ? state : "\(state), \(Quantity.bytes(streams.bytes)) in \(streams.count) streams"
    }

    private static func appends(_ rates: Rates) -> String {
        "again \(Quantity.number(rates.retries))  behind others' \(Quantity.number(rates.conflicts))"
            + "  new leaders \(rates.elections)  reconnects \(rates.reconnects)"
    }

    private static func answers(_ rates: Rates) -> String {
        "applied \(Quantity.number(rates.applied))  noop \(Quantity.number(rates.noops))  "
            + "duplicate \(Quantity.number(rates.duplicates))  "
            + "rejected \(Quantity.number(rates.rejected))"
    }

    private static func queries(_ rates: Rates) -> String {
        "\(Quantity.number(rates.queries)) requests for rows, digests and texts"
    }

    private static func batches(_ rates: Rates) -> String {
        rates.batch.map { "\(Quantity.number($0)) edits each" } ?? ""
    }

    private static func turns(_ rates: Rates) -> String {
        let maximum = "none over \(Quantity.seconds(rates.turn.maximum))"
        guard rates.longTurns > 0 else { return maximum }
        return maximum + "; \(rates.longTurns) over 50 ms: the server's log says which"
    }

    private static func rate(_ value: Double?) -> String {
        value.map { Quantity.number($0) } ?? "–"
    }

    private static func flow(_ value: Double?) -> String {
        value.map { Quantity.bytes($0) + "/s" } ?? "–"
    }

    private static func p99(_ summary: HistogramSummary?) -> String {
        "p99 \(Quantity.seconds(summary?.p99))"
    }

    private static func both(_ summary: HistogramSummary) -> String {
        "\(Quantity.seconds(summary.median))/\(Quantity.seconds(summary.p99))"
    }

    private static func padded(_ text: String, _ width: Int, isRight: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - text.count))
        return isRight ? blanks + text : text + blanks
    }
}

/// Formats numbers with about three digits and a unit.
enum Quantity {
    /// `0`, `3.2`, `812`, `31,204`.
    static func number(_ value: Double) -> String {
        if value > 0, value < 9.95 { return String(format: "%.1f", value) }
        var digits = String(Int(clamping: value.rounded()))
        var text = ""
        while digits.count > 3 {
            text = "," + digits.suffix(3) + text
            digits.removeLast(3)
        }
        return digits + text
    }

    /// `512 B`, `41.0 kB`, `1.2 GB`.
    static func bytes(_ value: Double) -> String {
        var value = value
        var units = ["B", "kB", "MB", "GB", "TB"][...]
        while value >= 999.5, units.count > 1 {
            value /= 1000
            units.removeFirst()
        }
        let unit = units.first ?? "B"
        // Canonical equivalence: the units are words of this program.
        return scaled(value, isWhole: unit == "B") + " " + unit
    }

    /// `85 µs`, `2.1 ms`, `1.5 s`; `–` for nil.
    static func seconds(_ value: Double?) -> String {
        guard let value else { return "–" }
        guard value.isFinite else { return "over 10 s" }
        if value < 0.000_999_5 { return scaled(value * 1e6, isWhole: true) + " µs" }
        if value < 0.999_5 { return scaled(value * 1e3, isWhole: false) + " ms" }
        return scaled(value, isWhole: false) + " s"
    }

    /// `12 s`, `3 min`, `5 h 10 min`, `4 d 2 h`.
    static func duration(_ seconds: Double) -> String {
        let whole = Int(clamping: seconds)
        if whole < 60 { return "\(whole) s" }
        if whole < 3_600 { return "\(whole / 60) min" }
        if whole < 86_400 { return "\(whole / 3_600) h \(whole / 60 % 60) min" }
        return "\(whole / 86_400) d \(whole / 3_600 % 24) h"
    }

    private static func scaled(_ value: Double, isWhole: Bool) -> String {
        String(format: isWhole || value >= 99.95 ? "%.0f" : "%.1f", value)
    }
}
