package import JSON

/// The verdicts on one history, with counts: as lines for people, as JSON for programs.
package struct HistoryReport: Sendable {
    package let verdicts: [PropertyVerdict]
    package let counts: [CountName: Int]
    /// The number of edits that were refused with each code.
    package let refusals: [String: Int]

    /// Judges every property on a history.
    ///
    /// Complexity: about O(n) in the events; memory for every revision of every list.
    ///
    /// - Parameter allowsStaleOpens: Whether a client that opens a list may be shown a lower revision than
    ///   others have seen, though none lower than it has seen itself: a server that is cut off from its
    ///   journal shows what it knows.
    package init(_ history: ObservedHistory, allowsStaleOpens: Bool = false) {
        let checker = HistoryChecker(history, allowsStaleOpens: allowsStaleOpens)
        verdicts = checker.verdicts
        counts = Self.counts(of: checker, verdicts)
        refusals = checker.edits.reduce(into: [:]) { refusals, edit in
            for code in Set(edit.answers.compactMap(\.kind.refusalCode)) {
                refusals[code, default: 0] += 1
            }
        }
    }

    /// The properties that do not hold.
    package var broken: [Property] { verdicts.filter(\.isBroken).map(\.property) }

    /// The properties about which the history says nothing.
    package var untried: [Property] {
        verdicts.filter { $0.tried == 0 && !$0.isBroken }.map(\.property)
    }

    private static func counts(of checker: HistoryChecker, _ verdicts: [PropertyVerdict])
        -> [CountName: Int]
    {
        let answered = checker.edits.filter { !$0.answers.isEmpty }
        let miscounted = verdicts.first { $0.property == .onceOnly }?.violations ?? []
        let counts = CountName.allCases.map { name in
            let count =
                switch name {
                case .sent: checker.edits.count
                case .answered: answered.count
                case .deleted:
                    checker.edits.count {
                        $0.answers.isEmpty && checker.timeline($0.key.list)?.isDeleted == true
                    }
                case .applied: checker.edits.count { $0.answers.contains { $0.kind.saysApplied } }
                case .noop: answered.count { $0.answers.first?.kind == .noop }
                case .rejected: answered.count { $0.answers.first?.kind.isRefusal == true }
                case .lost: miscounted.count { $0.miscount == .lost }
                case .doubled: miscounted.count { $0.miscount == .doubled }
                case .resends: checker.edits.reduce(0) { $0 + $1.sendings.count - 1 }
                case .reconnects: checker.sessionCount - checker.clientCount
                case .lists: checker.timelines.count
                case .sets: checker.timelines.reduce(0) { $0 + $1.sets.count }
                }
            return (name, count)
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }
}

/// What a report counts.
package enum CountName: String, CaseIterable, Sendable {
    case sent, answered, deleted, applied, noop, rejected, lost, doubled, resends, reconnects
    case lists, sets

    /// The count's name for people.
    package var text: String {
        switch self {
        case .sent: "edits sent"
        case .deleted: "unanswered as their list was deleted"
        case .resends: "edits sent again"
        case .sets: "change sets seen"
        default: rawValue
        }
    }
}

extension HistoryReport {
    /// Returns a line for each property, with the first violation below it, and the counts.
    ///
    /// - Parameter messageLength: The number of characters after which a message is cut.
    package func lines(messageLength: Int = 1_000) -> [String] {
        var lines: [String] = []
        for verdict in verdicts {
            let state = verdict.isBroken ? "BROKEN" : verdict.tried > 0 ? "held" : "not tried"
            lines.append(
                "\(verdict.property.rawValue.padded(to: 3, left: true)) \(state.padded(to: 9)) "
                    + "\(String(verdict.tried).padded(to: 7, left: true)) × "
                    + verdict.property.text)
            if let first = verdict.violations.first {
                lines += evidence(first, messageLength)
                let more = verdict.violations.count - 1
                if more > 0 { lines.append("      and \(more) more like this") }
            }
        }
        let counted = CountName.allCases.map { "\($0.text) \(counts[$0] ?? 0)" }
        lines.append("    " + counted.joined(separator: ", "))
        if !refusals.isEmpty {
            let refused = refusals.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            lines.append("    refused: " + refused.joined(separator: ", "))
        }
        return lines
    }

    private func evidence(_ violation: Violation, _ length: Int) -> [String] {
        var place = ""
        if let list = violation.list { place += "list \(list), " }
        if let revision = violation.revision { place += "revision \(revision), " }
        place = place.isEmpty ? "" : place.dropLast(2) + ": "
        let messages = violation.messages.map { message in
            let cut = message.prefix(length)
            return "        " + cut + (cut.endIndex < message.endIndex ? " …" : "")
        }
        return ["      " + place + violation.text] + messages
    }
}

extension String {
    /// The text with spaces after it, or before it, up to that many characters.
    fileprivate func padded(to count: Int, left: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, count - self.count))
        return left ? spaces + self : self + spaces
    }
}

extension HistoryReport {
    /// Writes the members `properties`, `counts`, `refusals` and `held` of an object.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("held", broken.isEmpty)
        writer.name("counts")
        writer.object { writer in
            for name in CountName.allCases {
                writer.name(name.rawValue)
                writer.whole(counts[name] ?? 0)
            }
        }
        writer.name("refusals")
        writer.object { writer in
            for (code, count) in refusals.sorted(by: { $0.key < $1.key }) {
                writer.name(code)
                writer.whole(count)
            }
        }
        writer.name("properties")
        writer.array { writer in
            for verdict in verdicts { writer.object { write(verdict, to: &$0) } }
        }
    }

    private func write(_ verdict: PropertyVerdict, to writer: inout JSONWriter) {
        writer.member("property", verdict.property.rawValue)
        writer.member("text", verdict.property.text)
        writer.member("state", verdict.isBroken ? "broken" : verdict.tried > 0 ? "held" : "untried")
        writer.member("tried", verdict.tried)
        writer.member("findings", verdict.violations.count)
        guard let first = verdict.violations.first else { return }
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
