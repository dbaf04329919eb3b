extension ScenarioResult {
    /// Adds what a measurement used.
    mutating func add(_ use: Window.Reading, edits: Int, deliveries: Int, bytes: Int) {
        if let server = use.serverMicroseconds {
            if edits > 0 {
                add("server.cpu.edit", "server CPU, an edit", server / Double(edits), "µs")
            }
            if deliveries > 0 {
                add(
                    "server.cpu.delivery", "server CPU, a delivery", server / Double(deliveries),
                    "µs")
            }
            add(
                "server.cpu.share", "server CPU", server / (use.seconds * 1e6) * 100,
                "% of a processor")
        }
        if let memory = use.memory {
            add("server.memory", "server memory", Double(memory) / 1_048_576, "MiB")
        }
        if edits > 0 {
            add(
                "generator.cpu.edit", "generator CPU, an edit",
                use.generatorMicroseconds / Double(edits), "µs")
        }
        if deliveries > 0 {
            add(
                "generator.cpu.delivery", "generator CPU, a delivery",
                use.generatorMicroseconds / Double(deliveries), "µs")
        }
        add("generator.busy", "generator busy", use.busyShare * 100, "% of the time")
        add("received", "received", Double(bytes) / use.seconds / 1e6, "MB/s")
        if use.isGeneratorLimited { limit(use) }
    }

    /// Adds what a closed loop found.
    mutating func add(_ outcome: ClosedLoop.Outcome) {
        add("rate", "edits answered a second", outcome.editsPerSecond, "1/s")
        addLatencies("answer", "sent to answered", outcome.tally.answerLatencies)
        add(
            outcome.use, edits: outcome.tally.answers, deliveries: outcome.tally.deliveries,
            bytes: outcome.bytes)
    }

    /// Says that the figures are the generator's, not the server's.
    mutating func limit(_ use: Window.Reading) {
        isGeneratorLimited = true
        let share = Int((max(use.generatorShare, use.busyShare) * 100).rounded())
        notes.append("the generator was the limit: it was busy for \(share) % of the time")
    }
}
