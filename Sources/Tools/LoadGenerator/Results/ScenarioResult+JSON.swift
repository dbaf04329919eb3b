import JSON

extension ScenarioResult {
    /// The result as one JSON object, for programs.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("scenario", scenario)
            for (name, value) in circumstances {
                writer.name(name)
                writer.string(value)
            }
            writer.name("settings")
            writer.object { writer in
                for setting in settings {
                    writer.name(setting.key)
                    writer.whole(Int(setting.value))
                }
            }
            writer.name("figures")
            writer.object { writer in
                for figure in figures {
                    writer.name(figure.key)
                    writer.number(figure.value)
                }
            }
            writer.name("steps")
            writer.array { writer in
                for step in steps { step.write(to: &writer) }
            }
            writer.name("converged")
            writer.bool(converged)
            writer.name("generatorLimited")
            writer.bool(isGeneratorLimited)
            writer.name("notes")
            writer.array { writer in
                for note in notes { writer.string(note) }
            }
        }
        return writer.bytes
    }
}

extension RateStep {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            let clients: [(String, Double?)] = [
                ("rate", rate), ("achieved", achieved), ("p50", p50), ("p90", p90), ("p99", p99),
                ("longest", longest), ("server.cpu.edit", microsecondsPerEdit),
                ("server.cpu.delivery", microsecondsPerDelivery),
                ("generator.busy", generatorShare * 100),
            ]
            for (name, value) in clients {
                guard let value else { continue }
                writer.name(name)
                writer.number(value)
            }
            writer.name("met")
            writer.bool(isMet)
        }
    }
}

extension JSONWriter {
    /// Writes a number with six decimals; null where it is not finite.
    fileprivate mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        let rounded = (value * 1e6).rounded() / 1e6
        raw(
            rounded == rounded.rounded() && abs(rounded) < 1e15
                ? String(Int(rounded)) : String(rounded))
    }
}
