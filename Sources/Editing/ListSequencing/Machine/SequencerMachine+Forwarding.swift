import ListDocument
import ListEditing
import ListJournal
import ListProtocol

/// Who applies the edits that wait: the server that wrote the list last, so that servers do not compete.
///
/// Only a hint, without a lease: the log decides. A server that is not answered in time applies the edits
/// itself, after everything that is stored by then; what the other one has stored of them is known then,
/// and what it has not it does not store any more, as it appends nothing after other servers' records.
extension SequencerMachine {
    // MARK: The edits of this server

    /// Forwards edits that wait, one batch after the other.
    ///
    /// - Returns: Whether a batch is under way now.
    mutating func forwardNext(_ now: Moment) -> Bool {
        guard stage == .serving, editors.undecided == nil, !editors.isForwarding,
            let own = writers.own, let server = writers.another(at: now.loop)
        else { return false }
        var batch = ForwardedBatch(
            server: own, list: id, epoch: epoch, number: editors.nextBatch, after: head.position)
        guard editors.fill(&batch) else {
            // The next one is too long for a message.
            if editors.hasNext { writers.mustAppend = true }
            return false
        }
        effects.append(.forward(batch, to: server))
        return true
    }

    /// Another server has told what became of the edits of a batch, or has not.
    mutating func forwarded(_ number: Int, _ outcome: ForwardingOutcome) {
        guard let batch = editors.endForwarding(number) else { return }
        switch outcome {
        case .answered(let reply) where reply.answers.count == batch.requests.count:
            take(reply, to: batch)
        case .declined:
            takeBack(batch.requests, inDoubt: [], of: batch)
            effects.append(.note(.forwardingDeclined))
        case .answered, .silent:
            takeBack(batch.requests, inDoubt: batch.requests, of: batch)
            effects.append(.note(.forwardingUnanswered))
        }
    }

    private mutating func take(_ reply: ForwardingReply, to batch: ForwardedBatch) {
        var answered: [AnsweredEdit] = []
        var left: [EditRequest] = []
        var inDoubt: [EditRequest] = []
        for (request, answer) in zip(batch.requests, reply.answers) {
            switch answer {
            case .answered(let outcome, let set):
                answered.append(AnsweredEdit(request, outcome.named(by: request), set: set))
            case .declined: left.append(request)
            case .unknown:
                left.append(request)
                inDoubt.append(request)
            }
        }
        effects.append(.note(.forwarded(edits: answered.count)))
        if !answered.isEmpty {
            editors.await(RemoteAnswers(edits: answered, head: reply.head, counts: reply.counts))
            effects.append(.wake(after: Self.followingSeconds, .followDue))
        }
        if !left.isEmpty { takeBack(left, inDoubt: inDoubt, of: batch) }
    }

    /// The edits are applied here, after all.
    ///
    /// - Parameter inDoubt: Those of them that another server may have applied, or may apply until this one
    ///   has stored something. Where their clients are not remembered they are looked for in the log then:
    ///   nothing else tells a second time from the first.
    private mutating func takeBack(
        _ requests: [EditRequest], inDoubt: [EditRequest], of batch: ForwardedBatch
    ) {
        writers.mustAppend = true
        if !inDoubt.isEmpty { writers.mustStore = true }
        let known = inDoubt.filter(\.author.isRemembered)
        let unknown = inDoubt.filter { !$0.author.isRemembered }
        let lookup = Set(unknown.map(ObjectIdentifier.init))
        editors.takeBack(
            requests.filter { !lookup.contains(ObjectIdentifier($0)) }, inDoubt: known)
        if !unknown.isEmpty {
            editors.lookUp(EditLookup(requests: unknown, after: batch.after))
        }
    }

    /// This server has stored a record: what it forwarded before is in the log by now, or never is.
    mutating func lookUpEdits(through position: JournalPosition) {
        guard let lookup = editors.takeLookup() else { return }
        logReads += 1
        effects.append(.lookUp(lookup, through: position))
    }

    /// The log was searched for edits; nil: it cannot be read.
    mutating func searched(_ lookup: EditLookup, _ search: EditSearch?) {
        logReads -= 1
        guard let search else { return effects.append(.leaveUnanswered(lookup.requests)) }
        if !search.found.isEmpty {
            effects.append(.answer(search.found[...], counts: list?.list.counts ?? []))
        }
        editors.takeBack(search.missing)
    }

    /// Seconds for which answered edits wait for their records to be followed; then those are read.
    private static let followingSeconds = 1.0

    /// Records of answered edits should have been followed.
    mutating func followDue() {
        if let newest = editors.awaitedHead { note(newest) }
    }

    /// Answers the edits that another server has stored, once the audience here has been sent their sets.
    mutating func answerRemote() {
        guard editors.hasRemoteAnswers else { return }
        var hasAudience = isWatched
        switch stage {
        // The audience was told so, and is sent nothing.
        case .unreadable, .deleted: hasAudience = false
        default: break
        }
        let published = published
        let answers = editors.takeRemote {
            !hasAudience || published >= $0.position.revision
        }
        for answer in answers {
            let whole = answer.edits.filter { !$0.lacksSet }
            if !whole.isEmpty { effects.append(.answer(whole[...], counts: answer.counts)) }
            for edit in answer.edits where edit.lacksSet {
                logReads += 1
                effects.append(.readSet(edit, counts: answer.counts))
            }
        }
    }

    /// The set of an edit that another server has stored was read in the log, or cannot be.
    mutating func setRead(_ edit: AnsweredEdit, _ set: [UInt8]?, counts: [Int]) {
        logReads -= 1
        guard let set else { return effects.append(.leaveUnanswered([edit.request])) }
        var edit = edit
        edit.set = set
        effects.append(.answer([edit], counts: counts))
    }

    // MARK: The edits of other servers

    /// Takes edits that another server forwards, if this one wrote the list last.
    ///
    /// A batch that comes again is not answered: whatever was said the first time counts.
    mutating func accept(_ batch: ForwardedBatch, isStopping: Bool, _ now: Moment) {
        guard writers.isNew(batch) else { return }
        guard !isStopping, stage == .serving, editors.undecided == nil,
            writers.accepts(batch, at: now.loop)
        else {
            effects.append(.decline(batch.requests))
            return
        }
        for request in batch.requests { decide(.edit(request), now) }
    }
}

extension EditOutcome {
    /// With the ids that this server gave before it forwarded the edit.
    func named(by request: EditRequest) -> EditOutcome {
        guard case .applied(let revision, _, let clamps) = self,
            case .edit(_, let named) = request.intent
        else { return self }
        return .applied(revision: revision, ids: named, clamps: clamps)
    }
}

extension AnsweredEdit {
    /// Whether the answer is to have the set that was made, and has it not.
    fileprivate var lacksSet: Bool {
        guard case .applied = outcome else { return false }
        return set == nil && request.submitter.connectionID == nil
    }
}
