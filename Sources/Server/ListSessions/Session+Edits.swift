import ListDocument
import ListEditing
import ListHosting
import ListProtocol
import ListSequencing
import WebSocketTransport

/// The edits of a session, from its client to the lists and back.
extension Session {
    /// Hands an edit to its list, or refuses it at once with the reason.
    ///
    /// - Parameter make: Makes the request from its author and what is known of its id.
    func submit(
        _ list: ListID, _ id: Int, _ principal: Principal,
        _ make: (Author, SentEdits.Novelty) -> EditRequest
    ) {
        guard let target = target(list, principal) else {
            let rejection = Rejection(
                .unknownList, action: nil, message: AccessError.unknown(list).message)
            refuse(list, id, rejection)
            return
        }
        if let wait = allowance?.take(now: services.runtime.clock.now()) {
            refuse(list, id, .tooFast(wait: wait), retryAfter: wait)
            return
        }
        guard !lostLists.contains(list, isOpen: openLists.contains(list)) else {
            _ = giveBack(list)
            return
        }
        guard sent.makeRoom(for: list, epoch: target.sequencer.epoch) else {
            return refuse(list, id, .tooFast(wait: Self.roomWait), retryAfter: Self.roomWait)
        }
        guard !wasRefused(id, list) else { return refuse(list, id, EditBacklog.unavailable) }
        guard let novelty = noteSent(id: id, to: list) else { return }
        let request = make(target.author, novelty)
        guard let admission = services.admission else {
            return handOver(request, list, principal)
        }
        holding { _, session in
            let verdict = await admission.judge(request, of: list)
            // It may have ended meanwhile, by a revoked token too: its client sends again what is not answered.
            guard case .open(let principal) = session.stage else { return }
            switch verdict {
            case .submit(let judged): session.handOver(judged, list, principal)
            case .undecided: session.refuse(request, list, EditBacklog.unavailable)
            }
        }
    }

    /// Milliseconds after which a client with unanswered edits of too many lists is asked to try again.
    private static let roomWait = 1_000

    private func handOver(_ request: EditRequest, _ list: ListID, _ principal: Principal) {
        let target = target(list, principal)?.sequencer
        guard target?.submit(request) != true else { return }
        // Deleted since; another list may have its id by now.
        editTarget = nil
        let other = self.target(list, principal)?.sequencer
        guard other?.submit(request) != true else { return }
        editTarget = nil
        refuse(
            request, list,
            Rejection(.unknownList, action: nil, message: AccessError.unknown(list).message))
    }

    /// Answers an edit that was counted as sent and is not handed to its list.
    private func refuse(_ request: EditRequest, _ list: ListID, _ rejection: Rejection) {
        services.monitor.metrics.rejected(rejection.code)
        request.submitter.answered(
            AnsweredEdit(request, .rejected(rejection)), in: list, counts: [], isDelivered: false)
    }

    private func target(_ list: ListID, _ principal: Principal) -> EditTarget? {
        if let editTarget, editTarget.list == list { return editTarget }
        guard let author = principal.author(on: list),
            let sequencer = services.lists.sequencer(of: list)
        else { return nil }
        let target = EditTarget(list: list, author: author, sequencer: sequencer)
        editTarget = target
        return target
    }

    // MARK: What is unanswered

    /// Notes an edit that goes to the sequencer.
    ///
    /// - Returns: Whether it may have been sent before; nil where no room was made for it.
    func noteSent(id: Int, to list: ListID) -> SentEdits.Novelty? {
        let inFlight = services.limits.inFlight
        guard let (novelty, count) = sent.add(id, to: list, inFlight: inFlight) else { return nil }
        tally.edits += 1
        if count == inFlight { fullLists += 1 }
        return novelty
    }

    /// Notes that an edit is answered; true where the session has room for more since.
    func noteAnswered(_ list: ListID) -> Bool {
        guard let left = sent.answer(list), left == services.limits.inFlight - 1 else {
            return false
        }
        fullLists -= 1
        return true
    }

    /// Notes that an edit is refused, and so that the same one must not be applied.
    func noteRefused(_ id: Int, _ list: ListID) {
        sent.noteRefused(id, list, remembered: 2 * services.limits.inFlight)
    }

    /// Whether an edit that the client sends again was refused meanwhile.
    func wasRefused(_ id: Int, _ list: ListID) -> Bool { sent.wasRefused(id, list) }

    /// Notes that an edit is given back unanswered; true where the session has room for more since.
    func noteUnanswered(_ id: Int, _ list: ListID) -> Bool {
        guard let left = sent.leaveUnanswered(id, list), left == services.limits.inFlight - 1 else {
            return false
        }
        fullLists -= 1
        return true
    }
}

/// Where a session's edits of one list go: kept for the list that it edited last, since the next
/// edit is nearly always of the same one.
struct EditTarget {
    let list: ListID
    let author: Author
    let sequencer: ListSequencer
}
