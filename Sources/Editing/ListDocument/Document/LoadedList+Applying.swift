package import ListEditing
package import ListJournal
import ListProtocol
import TextBytes

/// From edits that wait to a batch that can be stored and answered.
extension LoadedList {
    /// Edits that go into one record at most, and so into one frame.
    static let batchEdits = 512

    /// Bytes of sets and inverses after which a batch takes no further edit: its frame goes to
    /// all subscribers in one piece, and waits in one piece for those that do not read.
    static let batchBytes = 262_144

    /// Work of one batch on the event loop's thread, in units of `EditableList.cost(of:)`: about 3 ms.
    package static let turnCost = 3_000

    /// What an edit requires before it can be applied.
    package enum Demand: Equatable {
        /// Nothing; applying it costs so many units.
        case work(Int)
        /// The sets above this revision, of which the store has some that are not in memory.
        case history(from: Int)
        /// The state of the list at this revision, which is to be read.
        case past(Int)
    }

    /// Returns what an edit requires.
    ///
    /// - Parameter reads: what has been read for it.
    /// - Complexity: O(actions).
    package func demand(of request: EditRequest, _ reads: EditReads = EditReads()) -> Demand {
        let demand: Demand
        switch request.intent {
        case .malformed: return .work(1)
        case .edit(let edit, _):
            if edit.isSmall, let units = list.costOfPlace(at: edit.base) {
                return .work(10 + units)
            }
            if !reads.hasHistory, let from = list.historyNeeded(by: edit), from >= storedStart,
                list.historyStart > storedStart
            {
                demand = .history(from: from)
            } else {
                demand = .work(list.cost(of: edit))
            }
        case .undo: demand = .work(stepCost(.undo, request.author))
        case .redo: demand = .work(stepCost(.redo, request.author))
        case .restore(let revision):
            switch reads.past {
            case .kept(let state): demand = .work(list.cost(ofRestoring: state))
            case .gone, .damaged: return .work(1)
            case nil: demand = revision <= list.revision ? .past(revision) : .work(1)
            }
        }
        if case .work(let units) = demand, units <= Self.turnCost { return demand }
        return isAnsweredUnseen(request) ? .work(1) : demand
    }

    /// Whether an edit is answered without looking at the list: of a viewer, or answered before.
    private func isAnsweredUnseen(_ request: EditRequest) -> Bool {
        let author = request.author
        if author.role == .viewer { return true }
        if case .restore = request.intent, author.role != .owner { return true }
        if isOver(request.epoch) { return true }
        return author.isRemembered && request.id <= clients.highest(of: author.client)
    }

    private func isOver(_ epoch: String?) -> Bool {
        epoch.map { !$0.isSame(as: self.epoch) } ?? false
    }

    /// Why an edit made under an epoch can never be applied to this list; nil: it may be.
    package func rejection(of epoch: String?) -> Rejection? {
        guard let epoch, isOver(epoch) else { return nil }
        return Rejection(
            .staleBase, action: nil,
            message: "epoch \(epoch) is over, the list's is \(self.epoch): open it again")
    }

    /// Units of work of taking back a step: reading its inverse, applying it, encoding its set.
    private func stepCost(_ stack: UndoStack, _ author: Author) -> Int {
        guard let place = clients.knownPlace(of: author.client),
            let entry = clients.top(of: stack, at: place)
        else { return 1 }
        return 20 + entry.inverse.bytes.count / 8
    }

    /// Applies the edits that wait, one after the other, and returns what is to be stored and answered.
    ///
    /// Those that are too much for one turn stay in the queue, except a first one: the caller looks
    /// at its ``demand(of:_:)`` before and takes an expensive one away from the loop. Edits that
    /// need older history have their queues blocked. Until `endBatch()` the batch can be rolled back.
    ///
    /// - Parameter now: Unix milliseconds.
    package mutating func apply(_ queue: inout EditQueue, now: Int) -> AppliedBatch {
        beginBatch()
        at = max(at, now)
        var batch = AppliedBatch(at: at, capacity: min(queue.count, Self.batchEdits))
        var answered: [Int] = []
        var bytes = 0
        var cost = 0
        while batch.answers.count < Self.batchEdits, bytes < Self.batchBytes,
            let request = queue.next
        {
            let reads = queue.nextReads
            switch demand(of: request, reads) {
            case .history(let from):
                batch.wantedHistory = min(batch.wantedHistory ?? from, from)
                queue.blockNext()
                continue
            case .past(let revision):
                batch.wantedPast = batch.wantedPast ?? revision
                queue.blockNext()
                continue
            case .work(let units):
                cost += units
            }
            if cost > Self.turnCost, !batch.answers.isEmpty { break }
            queue.removeNext()
            let (answer, set, place) = sequence(request, reads.past, into: &batch.record)
            if let set {
                batch.sets.append(set.encoded)
                bytes += set.encoded.count + set.inverse.bytes.count
            }
            batch.answers.append(
                AnsweredEdit(request, answer, set: set?.encoded))
            if case .duplicate = answer { continue }
            if let place, request.author.leavesTrace { answered.append(place) }
        }
        answered.sort()
        var last = -1
        for place in answered where place != last {
            batch.record.answered.append(clients.answered(at: place))
            last = place
        }
        if batch.record.hasSets { keepWithinBytes() }
        return batch
    }

    /// The record that stores a batch applied just now.
    package func record(of batch: AppliedBatch) -> JournalRecord {
        JournalRecord(
            epoch: epoch, revision: list.revision, at: batch.at, title: list.title,
            rows: list.rowCount, done: list.doneCount, body: batch.record.encoded)
    }

    // MARK: One edit

    /// - Returns: its answer, the set that it made, and its client's place in the table; nil: the client
    ///   is not remembered.
    private mutating func sequence(
        _ request: EditRequest, _ past: PastState?, into record: inout ListRecord
    ) -> (EditOutcome, CommittedChange?, Int?) {
        let author = request.author
        // A viewer gets no place, yet receives again the answers from when it could edit.
        let known = author.isRemembered ? clients.knownPlace(of: author.client) : nil
        if let known,
            let answer = clients.answer(to: request.id, at: known, revision: list.revision)
        {
            return (answer, nil, known)
        }
        guard author.role != .viewer else { return (.rejected(AccessError.viewing), nil, nil) }
        if known == nil, author.leavesTrace, !request.onlyDeletes,
            byteCount + ClientRecord.leastBytes > limits.listBytes
        {
            return (.rejected(full), nil, nil)
        }
        do throws(Rejection) {
            let (answer, set) = try answer(to: request, past, known, into: &record)
            if known == nil, set == nil, byteCount + ClientRecord.leastBytes > limits.listBytes {
                return (.rejected(full), nil, nil)
            }
            return (answer, set, note(request, set, at: known))
        } catch {
            return (.rejected(error), nil, note(request, nil, at: known))
        }
    }

    /// Remembers that an edit is answered, and the step that takes it back.
    ///
    /// - Parameter known: Its client's place, where it had one before.
    private mutating func note(
        _ request: EditRequest, _ set: CommittedChange?, at known: Int?
    ) -> Int? {
        let author = request.author
        guard author.leavesTrace else {
            if let set { noteSet(set, at: nil) }
            return nil
        }
        let place = known ?? clients.place(of: author.client)
        if let set { noteSet(set, at: place) }
        clients.noteAnswered(id: request.id, at: place, name: author.name, now: at)
        return place
    }

    private var full: Rejection {
        Rejection(
            .listFull, action: nil,
            message: "the list has its \(limits.listBytes) bytes: delete something first")
    }

    private mutating func answer(
        to request: EditRequest, _ past: PastState?, _ place: Int?, into record: inout ListRecord
    ) throws(Rejection) -> (EditOutcome, CommittedChange?) {
        try admit(request)
        switch request.intent {
        case .malformed(let rejection):
            throw rejection
        case .edit(let edit, let named):
            let applied = try list.apply(edit, context(for: request.author))
            guard !applied.changes.isEmpty else {
                return (.noop(revision: list.revision, clamps: applied.clamps), nil)
            }
            let set = try keep(applied, of: request, origin: .edit, into: &record)
            return (.applied(revision: list.revision, ids: named, clamps: applied.clamps), set)
        case .undo(let skips):
            return try revertStep(.undo, skips, request, place, into: &record)
        case .redo(let skips):
            return try revertStep(.redo, skips, request, place, into: &record)
        case .restore(let revision):
            return try restore(revision, past, request, into: &record)
        }
    }

    private mutating func restore(
        _ revision: Int, _ past: PastState?, _ request: EditRequest, into record: inout ListRecord
    ) throws(Rejection) -> (EditOutcome, CommittedChange?) {
        let state: ListState
        switch past {
        case .kept(let kept): state = kept
        case .damaged:
            throw Rejection(
                .unavailable, action: nil,
                message: "what is stored of revision \(revision) is damaged")
        case .gone:
            throw Rejection(
                .staleBase, action: nil, message: "revision \(revision) is no longer kept")
        case nil:
            throw Rejection(
                .staleBase, action: nil,
                message: "revision \(revision) is not there yet, the list is at \(list.revision)")
        }
        let applied = try list.restore(state, context(for: request.author))
        guard !applied.changes.isEmpty else {
            return (.noop(revision: list.revision, clamps: []), nil)
        }
        let set = try keep(applied, of: request, origin: .restore(of: revision), into: &record)
        return (.applied(revision: list.revision, ids: [], clamps: []), set)
    }

    private func admit(_ request: EditRequest) throws(Rejection) {
        if let rejection = rejection(of: request.epoch) { throw rejection }
        if case .edit(let edit, _) = request.intent, edit.givesRules, request.author.role != .owner
        {
            throw Self.rulesForbidden
        }
        if case .restore = request.intent, request.author.role != .owner {
            throw Self.restoringForbidden
        }
    }

    private static let restoringForbidden = Rejection(
        .forbidden, action: nil, message: "only an owner may restore an earlier state")

    private static let rulesForbidden = Rejection(
        .forbidden, action: nil, message: "only an owner may give rules")

    private mutating func context(for author: Author) -> EditContext {
        EditContext(
            author: shared(author.rowAuthor), at: at, mayGiveRules: author.role == .owner,
            limits: limits.editLimits)
    }

    private mutating func revertStep(
        _ stack: UndoStack, _ skips: Bool, _ request: EditRequest, _ place: Int?,
        into record: inout ListRecord
    ) throws(Rejection) -> (EditOutcome, CommittedChange?) {
        guard let place, let entry = clients.top(of: stack, at: place),
            let inverse = try? entry.inverse.decoded()
        else {
            throw stack == .undo
                ? Rejection(.nothingToUndo, action: nil, message: "there is nothing to undo")
                : Rejection(.nothingToRedo, action: nil, message: "there is nothing to redo")
        }
        guard !skips else { return drop(stack, request, place, into: &record) }
        if entry.isUnbound, request.author.role != .owner { throw Self.restoringForbidden }
        guard stack == .undo || request.author.role == .owner || !inverse.bringsRules else {
            throw Self.rulesForbidden
        }
        let undone = try list.applyInverse(
            inverse, of: entry.made, context(for: request.author), isUnbound: entry.isUnbound)
        let applied = undone.applied
        guard !applied.changes.isEmpty else { return drop(stack, request, place, into: &record) }
        let set = try keep(
            applied, of: request,
            origin: stack == .undo ? .undo(of: entry.revision) : .redo(of: entry.revision),
            rest: undone.rest.map { EncodedInverse($0) }, into: &record)
        return (.applied(revision: list.revision, ids: [], clamps: applied.clamps), set)
    }

    /// Drops a step of which nothing is left, or that is to be skipped.
    private mutating func drop(
        _ stack: UndoStack, _ request: EditRequest, _ place: Int, into record: inout ListRecord
    ) -> (EditOutcome, CommittedChange?) {
        record.steps.append(.dropped(stack, of: request.author.client))
        noteDropped(stack, at: place)
        return (.noop(revision: list.revision, clamps: []), nil)
    }

    /// Takes what was applied into history and record, or takes it back where it is too large.
    private mutating func keep(
        _ applied: Applied, of request: EditRequest, origin: CommittedChange.Origin,
        rest: EncodedInverse? = nil, into record: inout ListRecord
    ) throws(Rejection) -> CommittedChange {
        let inverse = EncodedInverse(applied.inverse)
        let isFinal = inverse.stepBytes > limits.undoBytes
        let encoded = PublishedChange.encode(
            revision: list.revision, at: at, client: request.author.client, intent: request.id,
            user: request.author.user, undoes: origin.undoes, redoes: origin.redoes,
            restores: origin.restores, isFinal: isFinal, changes: applied.changes,
            clamps: applied.clamps)
        let most = origin == .edit ? limits.setBytes : limits.undoBytes
        guard encoded.count <= most else {
            list.revert(applied)
            throw Rejection(
                .tooLarge, action: nil,
                message: "the change set has \(encoded.count) bytes, \(most) are allowed: split "
                    + "the edit")
        }
        guard applied.changes.onlyDeletes || fits(addingStep: isFinal ? 0 : inverse.stepBytes)
        else {
            list.revert(applied)
            throw full
        }
        if isFinal { list.dropNewestInverse() }
        let set = CommittedChange(
            revision: list.revision, author: request.author.rowAuthor, at: at,
            intent: request.id, origin: origin, changes: applied.changes,
            inverse: isFinal ? .none : inverse, isFinal: isFinal, marks: applied.marks,
            sections: applied.sections, rest: rest, encoded: encoded)
        history.append(encoded)
        record.steps.append(.set(set))
        return set
    }

    /// Whether the list keeps to `limits.listBytes` once its oldest steps of undo are forgotten.
    private func fits(addingStep bytes: Int) -> Bool {
        byteCount + bytes - clients.stepBytes <= limits.listBytes || byteCount <= limits.listBytes
    }
}

extension ChangeSet {
    /// Whether it takes something away and does nothing else.
    var onlyDeletes: Bool {
        insertedSections.isEmpty && movedSections.isEmpty && updatedSections.isEmpty
            && insertedRows.isEmpty && movedRows.isEmpty && updatedRows.isEmpty
            && updatedList == nil
    }
}

extension Edit {
    /// Whether it does one thing with one row and few of its fields, as nearly all do.
    fileprivate var isSmall: Bool {
        guard actions.count == 1 else { return false }
        switch actions[0] {
        case .insertRow(_, let fields, _, _): return fields.count <= 64
        case .updateRow(_, let fields, _, _): return fields.count <= 16
        case .moveRow: return true
        default: return false
        }
    }
}

extension EditRequest {
    /// Whether it only deletes rows or sections.
    var onlyDeletes: Bool {
        guard case .edit(let edit, _) = intent else { return false }
        return edit.actions.allSatisfy { action in
            switch action {
            case .deleteRows, .deleteSections: true
            default: false
            }
        }
    }
}
