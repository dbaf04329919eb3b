import ListEditing
import ListJournal
import ListProtocol
import WebSocketTransport

extension LoadedList {
    /// Bytes of sets after which a batch takes no further edit: its frame goes to everyone in one
    /// piece, and waits in one piece for those who do not read.
    static let batchBytes = 262_144

    /// Applies a batch, edit by edit, and says what is to be stored and answered.
    ///
    /// - Parameter now: Unix milliseconds.
    /// - Returns: What became of the first edits: of all, unless their sets have more bytes than one
    ///   batch takes.
    mutating func seal(_ batch: [EditRequest], now: Int) -> SealedBatch {
        at = max(at, now)
        var sealed = SealedBatch(at: at)
        sealed.answers.reserveCapacity(batch.count)
        sealed.sets.reserveCapacity(batch.count)
        sealed.record.steps.reserveCapacity(batch.count)
        var answered: [Int] = []
        var bytes = 0
        for request in batch where bytes < LoadedList.batchBytes {
            let place = place(of: request.author)
            let (answer, set) = sequence(request, place, into: &sealed.record)
            if let set {
                sealed.sets.append(set)
                bytes += set.count
            }
            sealed.answers.append(SealedBatch.Answered(request: request, answer: answer, set: set))
            if case .duplicate = answer { continue }
            if let place, request.author.leavesTrace { answered.append(place) }
        }
        answered.sort()
        var last = -1
        for place in answered where place != last {
            sealed.record.answered.append(clients.answered(at: place))
            last = place
        }
        return sealed
    }

    /// The record that stores a batch sealed just now.
    func record(of sealed: SealedBatch) -> JournalRecord {
        JournalRecord(
            revision: list.revision, at: sealed.at, title: list.title, rows: list.rowCount,
            body: sealed.record.encoded)
    }

    /// The frame with the sets of a batch sealed just now, the same for everyone; nil: no sets.
    func frame(of sealed: SealedBatch) -> Frame? {
        guard !sealed.sets.isEmpty else { return nil }
        return Frame(text: Changes(list: id, sets: sealed.sets, counts: list.counts).encoded)
    }

    /// The author's place in the table; nil: it is not remembered.
    ///
    /// A viewer gets none, yet hears again what it was answered while it could edit.
    private mutating func place(of author: Author) -> Int? {
        guard author.isRemembered else { return nil }
        return author.leavesTrace
            ? clients.place(of: author.client) : clients.knownPlace(of: author.client)
    }

    /// - Parameter place: The client's place in the table; nil: it is not remembered.
    private mutating func sequence(
        _ request: EditRequest, _ place: Int?, into record: inout ListRecord
    ) -> (Answer, [UInt8]?) {
        let author = request.author
        if let place,
            let answer = clients.answer(to: request.id, at: place, revision: list.revision)
        {
            return (answer, nil)
        }
        guard author.role != .viewer else {
            return (.rejected(Denial.viewing), nil)
        }
        defer {
            if let place {
                clients.noteAnswered(id: request.id, at: place, name: author.name, now: at)
            }
        }
        do throws(Rejection) {
            return try answer(to: request, place, into: &record)
        } catch {
            return (.rejected(error), nil)
        }
    }

    private mutating func answer(
        to request: EditRequest, _ place: Int?, into record: inout ListRecord
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
            let set = try commit(applied, of: request, place, origin: .edit, into: &record)
            return (
                .applied(revision: list.revision, ids: named, clamps: applied.clamps), set
            )
        case .undo:
            return try takeBack(.undo, request, place, into: &record)
        case .redo:
            return try takeBack(.redo, request, place, into: &record)
        }
    }

    private func admit(_ request: EditRequest) throws(Rejection) {
        if let epoch = request.epoch, epoch != self.epoch {
            throw Rejection(
                .staleBase, action: nil,
                message: "epoch \(epoch) is over, the list's is \(self.epoch): open it again")
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
        _ stack: UndoStack, _ request: EditRequest, _ place: Int?, into record: inout ListRecord
    ) throws(Rejection) -> (Answer, [UInt8]?) {
        guard let place, let entry = clients.top(of: stack, at: place),
            let inverse = try? entry.inverse.decoded()
        else {
            throw stack == .undo
                ? Rejection(.nothingToUndo, action: nil, message: "there is nothing to undo")
                : Rejection(.nothingToRedo, action: nil, message: "there is nothing to redo")
        }
        let applied = list.applyInverse(
            inverse, of: entry.made, context(for: request.author))
        guard !applied.changes.isEmpty else {
            record.steps.append(.dropped(stack, of: request.author.client))
            clients.noteDropped(stack, at: place)
            return (.noop(revision: list.revision, clamps: applied.clamps), nil)
        }
        let set = try commit(
            applied, of: request, place,
            origin: stack == .undo ? .undo(of: entry.revision) : .redo(of: entry.revision),
            into: &record)
        return (.applied(revision: list.revision, ids: [], clamps: applied.clamps), set)
    }

    /// Takes what was applied into history and record, or takes it back where it is too large.
    private mutating func commit(
        _ applied: Applied, of request: EditRequest, _ place: Int?, origin: SequencedSet.Origin,
        into record: inout ListRecord
    ) throws(Rejection) -> [UInt8] {
        let encoded = PublishedSet.encode(
            revision: list.revision, at: at, client: request.author.client, intent: request.id,
            user: request.author.user, undoes: origin.undoes, redoes: origin.redoes,
            changes: applied.changes, clamps: applied.clamps)
        guard encoded.count <= limits.setBytes else {
            list.revert(applied)
            throw Rejection(
                .tooLarge, action: nil,
                message: "the change set has \(encoded.count) bytes, \(limits.setBytes) are "
                    + "allowed: split the edit")
        }
        let set = SequencedSet(
            revision: list.revision, client: request.author.client, intent: request.id,
            origin: origin, changes: applied.changes,
            inverse: EncodedInverse(applied.inverse),
            marks: applied.marks, encoded: encoded)
        history.append(encoded)
        record.steps.append(.set(set))
        if let place { clients.noteSet(set, at: place) }
        return encoded
    }
}
