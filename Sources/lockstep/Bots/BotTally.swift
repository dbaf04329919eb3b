import ListClient

/// What became of the edits of some bots.
actor BotTally {
    private(set) var edits = 0
    private(set) var applied = 0
    private(set) var nothing = 0
    private(set) var refused: [String: Int] = [:]
    private(set) var open = 0
    /// What the server did that the protocol forbids.
    private(set) var breaches: [String] = []

    func note(_ answer: EditAnswer) {
        edits += 1
        switch answer {
        case .applied: applied += 1
        case .nothing: nothing += 1
        case .refused(let refusal): refused[refusal.code, default: 0] += 1
        case .unknown, .abandoned: open += 1
        }
    }

    func note(breach: String) {
        breaches.append(breach)
    }

    /// A line for people.
    var summary: String {
        var parts = ["\(edits) edits", "\(applied) applied", "\(nothing) without effect"]
        for (code, count) in refused.sorted(by: { $0.key < $1.key }) {
            parts.append("\(count) refused as \(code)")
        }
        if open > 0 { parts.append("\(open) without an answer") }
        return parts.joined(separator: ", ")
    }
}
