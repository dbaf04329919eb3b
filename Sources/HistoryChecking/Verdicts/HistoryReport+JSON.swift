package import JSON

extension HistoryReport {
    /// Writes the members `properties`, `counts` and `held` of an object.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("held", broken.isEmpty)
        writer.name("counts")
        writer.object { writer in
            for name in CountName.allCases {
                writer.name(name.rawValue)
                writer.whole(counts[name] ?? 0)
            }
        }
        writer.name("properties")
        writer.array { writer in
            for verdict in verdicts { writer.object { write(verdict, to: &$0) } }
        }
    }

    private func write(_ verdict: Verdict, to writer: inout JSONWriter) {
        writer.member("property", verdict.property.rawValue)
        writer.member("text", verdict.property.text)
        writer.member("state", verdict.isBroken ? "broken" : verdict.tried > 0 ? "held" : "untried")
        writer.member("tried", verdict.tried)
        writer.member("findings", verdict.findings.count)
        guard let first = verdict.findings.first else { return }
        writer.name("first")
        writer.object { writer in
            writer.member("list", ifPresent: first.list)
            writer.member("revision", ifPresent: first.revision)
            writer.member("text", first.text)
            writer.name("messages")
            writer.array { writer in
                for message in first.messages { writer.string(message) }
            }
        }
    }
}
