extension HistoryReport {
    /// A line for each property, the first evidence under those that are broken, and the counts.
    ///
    /// - Parameter messageLength: Characters after which a message is cut.
    package func lines(messageLength: Int = 1_000) -> [String] {
        var lines: [String] = []
        for verdict in verdicts {
            let state = verdict.isBroken ? "BROKEN" : verdict.tried > 0 ? "held" : "not tried"
            lines.append(
                "\(verdict.property.rawValue.padded(to: 3, left: true)) \(state.padded(to: 9)) "
                    + "\(String(verdict.tried).padded(to: 7, left: true)) × "
                    + verdict.property.text)
            if let first = verdict.findings.first {
                lines += evidence(first, messageLength)
                let more = verdict.findings.count - 1
                if more > 0 { lines.append("      and \(more) more like this") }
            }
        }
        let counted = CountName.allCases.map { "\($0.text) \(counts[$0] ?? 0)" }
        return lines + ["    " + counted.joined(separator: ", ")]
    }

    private func evidence(_ finding: Finding, _ length: Int) -> [String] {
        var place = ""
        if let list = finding.list { place += "list \(list), " }
        if let revision = finding.revision { place += "revision \(revision), " }
        place = place.isEmpty ? "" : place.dropLast(2) + ": "
        let messages = finding.messages.map { message in
            let cut = message.prefix(length)
            return "        " + cut + (cut.endIndex < message.endIndex ? " …" : "")
        }
        return ["      " + place + finding.text] + messages
    }
}

extension String {
    /// The text with spaces behind it, or before it, up to that many characters.
    fileprivate func padded(to count: Int, left: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, count - self.count))
        return left ? spaces + self : self + spaces
    }
}
