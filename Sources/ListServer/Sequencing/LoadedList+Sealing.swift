import ListEditing
import ListJournal
import ListProtocol

extension LoadedList {
    /// Applies a batch, edit by edit, and says what is to be stored and answered.
    ///
    /// - Parameter now: Unix milliseconds.
    mutating func seal(_ batch: [EditRequest], now: Int) -> SealedBatch {
        at = max(at, now)
        var sealed = SealedBatch(at: at)
        var answered: [ClientID: ListRecord.Answered] = [:]
        for request in batch {
            let outcome = sequence(request, into: &sealed.record)
            sealed.answers.append(outcome)
            if case .duplicate = outcome.answer { continue }
            guard request.author.isRemembered, let record = clients[request.author.client] else {
                continue
            }
            answered[request.author.client] = ListRecord.Answered(
                client: request.author.client, highest: record.highest, name: record.name)
        }
        sealed.record.answered = answered.values.sorted { $0.client.text < $1.client.text }
        return sealed
    }

    /// The record that stores a batch sealed just now.
    func record(of sealed: SealedBatch) -> JournalRecord {
        JournalRecord(
            revision: list.revision, at: sealed.at, title: list.title, rows: list.rowCount,
            body: sealed.record.encoded)
    }

    private mutating func sequence(
        _ request: EditRequest, into record: inout ListRecord
    ) -> SealedBatch.Answered {
        let author = request.author
        if author.isRemembered,
            let answer = clients.answer(
                to: request.id, of: author.client, revision: list.revision)
        {
            return SealedBatch.Answered(request: request, answer: answer)
        }
        defer {
            if author.isRemembered {
                clients.noteAnswered(
                    id: request.id, of: author.client, name: author.name, at: at)
            }
        }
        do throws(Rejection) {
            let (answer, set) = try answer(to: request, into: &record)
            return SealedBatch.Answered(request: request, answer: answer, set: set)
        } catch {
            return SealedBatch.Answered(request: request, answer: .rejected(error))
        }
    }

    private mutating func answer(
        to request: EditRequest, into record: inout ListRecord
    ) throws(Rejection) -> (Answer, [UInt8]?) {
        try admit(request)
        switch request.intent {
        case .malformed(let rejection):
            throw rejection
        case .edit(let edit, let named):
            let applied = try list.apply(edit, context(for: request.author))
            guard !applied.changes.isEmpty else {
                return (.noop(revision: list.revision, clamps: applied.clamps), nil)
            }
            let set = try commit(applied, of: request, origin: .edit, into: &record)
            return (
                .applied(revision: list.revision, ids: named, clamps: applied.clamps), set
            )
        case .undo:
            return try takeBack(.undo, request, into: &record)
        case .redo:
            return try takeBack(.redo, request, into: &record)
        }
    }

    private func admit(_ request: EditRequest) throws(Rejection) {
        if let epoch = request.epoch, epoch != self.epoch {
            throw Rejection(
                .staleBase, action: nil,
                message: "epoch \(epoch) is over, the list's is \(self.epoch): open it again")
        }
        guard request.author.role != .viewer else {
            throw Rejection(.forbidden, action: nil, message: "a viewer may not edit this list")
        }
        if case .edit(let edit, _) = request.intent, edit.givesRules, request.author.role != .owner
        {
            throw Rejection(.forbidden, action: nil, message: "only an owner may give rules")
        }
    }

    private func context(for author: Author) -> EditContext {
        EditContext(
            client: author.client, mayGiveRules: author.role == .owner,
            limits: limits.editLimits)
    }

    private mutating func takeBack(
        _ stack: UndoStack, _ request: EditRequest, into record: inout ListRecord
    ) throws(Rejection) -> (Answer, [UInt8]?) {
        let client = clients[request.author.client]
        guard let entry = stack == .undo ? client?.undo.last : client?.redo.last else {
            throw stack == .undo
                ? Rejection(.nothingToUndo, action: nil, message: "there is nothing to undo")
                : Rejection(.nothingToRedo, action: nil, message: "there is nothing to redo")
        }
        let applied = list.applyInverse(
            entry.inverse, of: entry.made, context(for: request.author))
        guard !applied.changes.isEmpty else {
            record.steps.append(.dropped(stack, of: request.author.client))
            clients.noteDropped(stack, of: request.author.client)
            return (.noop(revision: list.revision, clamps: applied.clamps), nil)
        }
        let set = try commit(
            applied, of: request,
            origin: stack == .undo ? .undo(of: entry.revision) : .redo(of: entry.revision),
            into: &record)
        return (.applied(revision: list.revision, ids: [], clamps: applied.clamps), set)
    }

    /// Takes what was applied into history and record, or takes it back where it is too large.
    private mutating func commit(
        _ applied: Applied, of request: EditRequest, origin: SequencedSet.Origin,
        into record: inout ListRecord
    ) throws(Rejection) -> [UInt8] {
        let published = PublishedSet(
            revision: list.revision, at: at, client: request.author.client, intent: request.id,
            user: request.author.user, undoes: origin.undoes, redoes: origin.redoes, folds: nil,
            changes: applied.changes, clamps: applied.clamps)
        let encoded = published.encoded
        guard encoded.count <= limits.setBytes else {
            list.revert(applied)
            throw Rejection(
                .tooLarge, action: nil,
                message: "the change set has \(encoded.count) bytes, \(limits.setBytes) are "
                    + "allowed: split the edit")
        }
        let set = SequencedSet(
            revision: list.revision, client: request.author.client, intent: request.id,
            origin: origin, changes: applied.changes, inverse: applied.inverse,
            marks: applied.marks, encoded: encoded)
        history.append(encoded)
        record.steps.append(.set(set))
        if request.author.isRemembered { clients.noteSet(set) }
        return encoded
    }
}
