/// The verdicts on one history, with counts.
package struct HistoryReport: Sendable {
    package let verdicts: [Verdict]
    package let counts: [CountName: Int]

    /// Holds a history against every property.
    ///
    /// Complexity: about O(n) in its events; memory for every revision of every list.
    package init(_ history: History) {
        let reading = Reading(history)
        verdicts = reading.verdicts
        counts = Self.counts(of: reading, verdicts)
    }

    /// The properties that do not hold.
    package var broken: [Property] { verdicts.filter(\.isBroken).map(\.property) }

    /// The properties about which the history says nothing.
    package var untried: [Property] {
        verdicts.filter { $0.tried == 0 && !$0.isBroken }.map(\.property)
    }

    private static func counts(of reading: Reading, _ verdicts: [Verdict]) -> [CountName: Int] {
        let answered = reading.edits.filter { !$0.answers.isEmpty }
        let losses = verdicts.first { $0.property == .onceOnly }?.findings ?? []
        let counts = CountName.allCases.map { name in
            let count =
                switch name {
                case .sent: reading.edits.count
                case .answered: answered.count
                case .deleted:
                    reading.edits.count {
                        $0.answers.isEmpty && reading.timeline($0.key.list)?.died != nil
                    }
                case .applied: reading.edits.count { $0.answers.contains { $0.kind.saysApplied } }
                case .noop: answered.count { $0.answers.first?.kind == .noop }
                case .rejected: answered.count { $0.answers.first?.kind.isRefusal == true }
                case .lost: losses.count { $0.text.contains(Reading.lost) }
                case .doubled: losses.count { $0.text.contains(Reading.doubled) }
                case .resends: reading.edits.reduce(0) { $0 + $1.sendings.count - 1 }
                case .reconnects: reading.sessionCount - reading.clientCount
                case .lists: reading.timelines.count
                case .sets: reading.timelines.reduce(0) { $0 + $1.sets.count }
                }
            return (name, count)
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }
}
