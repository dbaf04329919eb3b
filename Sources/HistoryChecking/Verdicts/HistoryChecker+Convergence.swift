import ListEditing

/// Property 7.
extension Reading {
    func clientsEqualTheServer() -> Judgement {
        var tried = 0
        var findings: [Finding] = []
        var final: [ListKey: HeardSnapshot] = [:]
        for entry in snapshots where entry.isServers {
            final[ListKey(name: entry.snapshot.list, epoch: entry.snapshot.epoch)] = entry.snapshot
        }
        for held in heldAtQuiet {
            guard let server = final[held.list] else { continue }
            tried += 1
            if held.revision != server.revision {
                findings.append(
                    Finding(
                        "client \(held.client) stands at \(held.revision), "
                            + "the server at \(server.revision)",
                        list: held.list.name, revision: server.revision))
            } else if let own = timeline(held.list)?.state(at: held.revision),
                let difference = difference(own, server.state)
            {
                findings.append(
                    Finding(
                        "client \(held.client) and the server differ: \(difference)",
                        list: held.list.name, revision: held.revision))
            }
        }
        for head in heads {
            guard let state = timeline(head.list)?.state(at: head.revision) else { continue }
            tried += 1
            if state.digest != head.digest {
                findings.append(
                    Finding(
                        "the digest should be \(state.digest)", list: head.list.name,
                        revision: head.revision, messages: [head.frame.text]))
            }
        }
        return (tried, findings)
    }

    /// What is different between two states; nil: nothing.
    func difference(_ here: PlainState, _ there: PlainState) -> String? {
        if here == there { return nil }
        if here.title != there.title { return "title \(here.title) / \(there.title)" }
        if here.rules != there.rules { return "the list's rules" }
        if here.order != there.order { return "\(here.order) / \(there.order)" }
        for (own, other) in zip(here.sections, there.sections) where own != other {
            if own.title != other.title || own.rules != other.rules {
                return "title or rules of section \(own.id.text)"
            }
            for (row, twin) in zip(own.rows, other.rows) where row != twin {
                return "fields or rules of row \(row.id.text)"
            }
        }
        return "the contents"
    }
}
