extension TopFigures {
    /// A screen of lines.
    ///
    /// - Parameter time: The time of day, as it is to be shown.
    func screen(of url: String, time: String) -> [String] {
        let up = upSeconds.map { ", up \(Quantity.duration($0))" } ?? ""
        let state = isReady ? "ready" : "NOT READY: edits cannot be stored"
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
        add("received", Self.flow(rates?.received))
        add("sent", Self.flow(rates?.sent))
        add("queued", Quantity.bytes(queueBytes), "of \(Quantity.bytes(queueBound))")
        add("held", Quantity.bytes(ledgerBytes), "of \(Quantity.bytes(ledgerBound))")
        add("commits/s", Self.rate(rates?.commits), rates.map(Self.batches) ?? "")
        add("commit", Quantity.seconds(rates?.commit.median), Self.p99(rates?.commit))
        add("delivery", Quantity.seconds(rates?.delivery.median), Self.p99(rates?.delivery))
        add("loop lag", Quantity.seconds(rates?.lag.median), Self.p99(rates?.lag))
        add("turns p99", Quantity.seconds(rates?.turn.p99), rates.map(Self.turns) ?? "")
        add("memory", residentBytes.map { Quantity.bytes($0) } ?? "–")
        add("CPU", rates?.cpuPercent.map { "\(Quantity.number($0)) %" } ?? "–", "of one core")
        add("files", openFiles.map { Quantity.number(Double($0)) } ?? "–", files)
        add("refused/s", Self.rate(rates?.refused), "connections")
        if let errors = rates?.journalErrors, errors > 0 {
            add("journal", Quantity.number(errors), "errors/s: the server's log says why")
        }
        return lines
    }

    /// One line, for files and pipes.
    func line(time: String) -> String {
        var parts = [time, "sessions \(sessions)", "lists \(loaded)/\(lists)"]
        if let rates {
            parts += [
                "edits/s \(Quantity.number(rates.edits))",
                "rejected/s \(Quantity.number(rates.rejected))",
                "deliveries/s \(Quantity.number(rates.deliveries))",
                "in \(Self.flow(rates.received))", "out \(Self.flow(rates.sent))",
                "commit \(Self.both(rates.commit))", "delivery \(Self.both(rates.delivery))",
                "lag \(Self.both(rates.lag))",
                "turns \(Quantity.seconds(rates.turn.p99))/\(Quantity.seconds(rates.turn.most))",
            ]
            if rates.longTurns > 0 { parts.append("LONG TURNS \(rates.longTurns)") }
            if let cpu = rates.cpuPercent { parts.append("CPU \(Quantity.number(cpu)) %") }
        }
        parts.append("queued \(Quantity.bytes(queueBytes))")
        if let residentBytes { parts.append("memory \(Quantity.bytes(residentBytes))") }
        if !isReady { parts.append("NOT READY") }
        return parts.joined(separator: "  ")
    }

    private var files: String {
        maxFiles.map { "of \(Quantity.number(Double($0)))" } ?? ""
    }

    private static func answers(_ rates: Rates) -> String {
        "applied \(Quantity.number(rates.applied))  noop \(Quantity.number(rates.noops))  "
            + "duplicate \(Quantity.number(rates.duplicates))  "
            + "rejected \(Quantity.number(rates.rejected))"
    }

    private static func batches(_ rates: Rates) -> String {
        rates.batch.map { "\(Quantity.number($0)) edits each" } ?? ""
    }

    private static func turns(_ rates: Rates) -> String {
        let most = "none over \(Quantity.seconds(rates.turn.most))"
        guard rates.longTurns > 0 else { return most }
        return most + "; \(rates.longTurns) over 50 ms: the server's log says which"
    }

    private static func rate(_ value: Double?) -> String {
        value.map { Quantity.number($0) } ?? "–"
    }

    private static func flow(_ value: Double?) -> String {
        value.map { Quantity.bytes($0) + "/s" } ?? "–"
    }

    private static func p99(_ spread: Spread?) -> String {
        "p99 \(Quantity.seconds(spread?.p99))"
    }

    private static func both(_ spread: Spread) -> String {
        "\(Quantity.seconds(spread.median))/\(Quantity.seconds(spread.p99))"
    }

    private static func padded(_ text: String, _ width: Int, isRight: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - text.count))
        return isRight ? blanks + text : text + blanks
    }
}
