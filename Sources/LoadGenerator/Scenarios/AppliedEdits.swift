/// The edits that a list has kept, by whom and which.
struct History {
    let context: LoadContext
    let fleet: Fleet
    let list: String
    /// The revision to begin behind.
    let after: Int

    /// How often each edit of the fleet's editors is in the list's history.
    func read() throws(LoadError) -> [FollowedList.Writer: Int] {
        var counts: [FollowedList.Writer: Int] = [:]
        var since = after
        while true {
            let answer = try HTTPCall(address: context.address).send(
                "GET", "/api/lists/\(list)/changes?since=\(since)&limit=1000")
            guard answer.status == 200 else {
                throw LoadError("the history of \(list) cannot be read: \(answer.status)")
            }
            let before = since
            SetScan.each(in: answer.body.span, above: since) { set in
                since = set.revision
                guard let editor = fleet.tags[set.tag] else { return }
                counts[FollowedList.Writer(editor: editor, intent: set.intent), default: 0] += 1
            }
            guard since > before else { return counts }
        }
    }
}

extension ScenarioResult {
    /// Adds what is missing of the edits that were answered, and what is there twice.
    mutating func add(history: [FollowedList.Writer: Int], of fleet: Fleet) {
        var missing = 0
        for editor in fleet.editors {
            for intent in 1..<editor.lastID + 1 where !editor.forgotten.contains(intent) {
                let writer = FollowedList.Writer(editor: editor.number, intent: intent)
                if history[writer] == nil { missing += 1 }
            }
        }
        let doubled = history.values.count { $0 > 1 }
        add("missing", "of them missing", Double(missing), "")
        add("doubled", "edits applied twice", Double(doubled), "")
        if missing + doubled > 0 { converged = false }
    }
}
