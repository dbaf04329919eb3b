extension Reading {
    /// Follows what a client sends.
    mutating func said(
        _ message: SaidMessage, _ frame: [UInt8], _ session: inout FollowedSession
    ) {
        switch message {
        case .open(let list, let since, _):
            session.openings[list] = FollowedSession.Opening(
                since: since, moment: moment, seen: seenByAll[list] ?? [:])
        case .edit(let edit):
            guard let epoch = edit.epoch ?? session.epochs[edit.list] else { return }
            let key = EditKey(
                client: session.client, list: ListKey(name: edit.list, epoch: epoch), id: edit.id)
            let index = editIndices[key] ?? edits.count
            if index == edits.count {
                edits.append(EditRecord(key: key, kind: edit.kind))
                editIndices[key] = index
            }
            edits[index].sendings.append(
                EditSending(moment: moment, session: session.number, frame: frame))
            session.sent[edit.list, default: [:]][edit.id] = FollowedSession.SentEdit(index: index)
        case .other: break
        }
    }
}
