import JSON

extension TopFigures {
    /// One line for programs; times are microseconds, and what is not known is left out.
    var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("version", version)
            writer.member("ready", isReady)
            writer.member("upSeconds", ifPresent: upSeconds.map { Int($0) })
            writer.member("sessions", sessions)
            writer.member("sockets", sockets)
            writer.member("lists", lists)
            writer.member("listsLoaded", loaded)
            writer.member("queueBytes", Int(queueBytes))
            writer.member("ledgerBytes", Int(ledgerBytes))
            writer.member("residentBytes", ifPresent: residentBytes.map { Int($0) })
            writer.member("openFiles", ifPresent: openFiles)
            if let rates { rates.write(to: &writer) }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension TopFigures.Rates {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("appliedPerSecond", Int(applied.rounded()))
        writer.member("noopsPerSecond", Int(noops.rounded()))
        writer.member("duplicatesPerSecond", Int(duplicates.rounded()))
        writer.member("rejectedPerSecond", Int(rejected.rounded()))
        writer.member("deliveriesPerSecond", Int(deliveries.rounded()))
        writer.member("commitsPerSecond", Int(commits.rounded()))
        writer.member("receivedBytesPerSecond", Int(received.rounded()))
        writer.member("sentBytesPerSecond", Int(sent.rounded()))
        writer.member("refusedPerSecond", Int(refused.rounded()))
        writer.member("journalErrorsPerSecond", Int(journalErrors.rounded(.up)))
        writer.member("cpuPercent", ifPresent: cpuPercent.map { Int($0.rounded()) })
        writer.member("commitMicrosecondsP50", ifPresent: commit.median.flatMap(Self.micro))
        writer.member("commitMicrosecondsP99", ifPresent: commit.p99.flatMap(Self.micro))
        writer.member("deliveryMicrosecondsP50", ifPresent: delivery.median.flatMap(Self.micro))
        writer.member("deliveryMicrosecondsP99", ifPresent: delivery.p99.flatMap(Self.micro))
        writer.member("lagMicrosecondsP50", ifPresent: lag.median.flatMap(Self.micro))
        writer.member("lagMicrosecondsP99", ifPresent: lag.p99.flatMap(Self.micro))
        writer.member("turnMicrosecondsP99", ifPresent: turn.p99.flatMap(Self.micro))
        writer.member("turnMicrosecondsMax", ifPresent: turn.most.flatMap(Self.micro))
        writer.member("longTurns", longTurns)
    }

    private static func micro(_ seconds: Double) -> Int? {
        seconds.isFinite ? Int((seconds * 1e6).rounded()) : nil
    }
}
