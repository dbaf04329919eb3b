import ListEditing
import ListProtocol
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
        if let wait = allowance?.take(now: context.clock.now()) {
            refuse(list, id, .tooFast(wait: wait), retryAfter: wait)
            return
        }
        guard !lostLists.contains(list) else {
            _ = giveBack(list)
            return
        }
        guard !wasRefused(id, list) else { return refuse(list, id, EditBacklog.unavailable) }
        let request = make(target.author, noteSent(id: id, to: list))
        guard let admission = context.admission else {
            return handOver(request, list, principal)
        }
        holding { session in
            switch await admission.judge(request, of: list) {
            case .submit(let judged): session.handOver(judged, list, principal)
            case .undecided: session.refuse(request, list, EditBacklog.unavailable)
            }
        }
    }

    private func handOver(_ request: EditRequest, _ list: ListID, _ principal: Principal) {
        let target = target(list, principal)?.sequencer
        guard target?.assumeIsolated({ $0.submit(request) }) != true else { return }
        // Deleted since; another list may have its id by now.
        editTarget = nil
        let other = self.target(list, principal)?.sequencer
        guard other?.assumeIsolated({ $0.submit(request) }) != true else { return }
        editTarget = nil
        refuse(
            request, list,
            Rejection(.unknownList, action: nil, message: AccessError.unknown(list).message))
    }

    /// Answers an edit that was counted as sent and is not handed to its list.
    private func refuse(_ request: EditRequest, _ list: ListID, _ rejection: Rejection) {
        context.metrics.rejected(rejection.code)
        request.submitter.answered(
            AnsweredEdit(request, .rejected(rejection)), in: list, counts: [], isDelivered: false)
    }

    private func target(_ list: ListID, _ principal: Principal) -> EditTarget? {
        if let editTarget, editTarget.list == list { return editTarget }
        guard let author = principal.author(on: list),
            let sequencer = registry.assumeIsolated({ $0.sequencer(of: list) })
        else { return nil }
        let target = EditTarget(list: list, author: author, sequencer: sequencer)
        editTarget = target
        return target
    }

    // MARK: What is unanswered

    /// Notes an edit that goes to the sequencer.
    ///
    /// - Returns: Whether it may have been sent before.
    func noteSent(id: Int, to list: ListID) -> SentEdits.Novelty {
        tally.edits += 1
        let inFlight = context.limits.inFlight
        let (novelty, count) = sent[list, default: SentEdits()].add(id, inFlight: inFlight)
        if count == inFlight { fullLists += 1 }
        return novelty
    }

    /// Notes that an edit is answered; true where the session has room for more since.
    func noteAnswered(_ list: ListID) -> Bool {
        guard let left = sent[list]?.answer(), left == context.limits.inFlight - 1 else {
            return false
        }
        fullLists -= 1
        return true
    }

    /// Notes that an edit is refused, and so that the same one must not be applied.
    func noteRefused(_ id: Int, _ list: ListID) {
        sent[list]?.noteRefused(id, remembered: 2 * context.limits.inFlight)
    }

    /// Whether an edit that the client sends again was refused meanwhile.
    func wasRefused(_ id: Int, _ list: ListID) -> Bool { sent[list]?.wasRefused(id) ?? false }

    /// Notes that an edit is given back unanswered; true where the session has room for more since.
    func noteWithheld(_ id: Int, _ list: ListID) -> Bool {
        guard let left = sent[list]?.withhold(id), left == context.limits.inFlight - 1 else {
            return false
        }
        fullLists -= 1
        return true
    }
}

/// Where a session's edits of one list go: kept for the list that it edited last, since the next
/// edit is nearly always of the same one.
struct EditTarget: Sendable {
    let list: ListID
    let author: Author
    let sequencer: ListSequencer
}

/// The edits of one list that a session has sent.
struct SentEdits: Sendable {
    /// Whether an edit may have been sent before.
    struct Novelty: Hashable, Sendable {
        /// Its session has sent its id, or a higher one, before.
        var isRepeated: Bool
        /// No earlier connection of its client can have sent it: those that a client sends again when it
        /// connects are `limits.inFlight` at most, and come first; nor was it given back unanswered.
        var isCertainlyNew: Bool
    }

    private var count = 0
    /// The highest id so far.
    private var highest = 0
    private var unanswered = 0
    /// The highest id that was given back unanswered: its outcome is not known.
    private var withheld = 0
    /// Ids that were refused since the list could not be stored: the latest, in the order of the refusals.
    private var refused: [Int] = []

    /// Takes one in.
    ///
    /// - Returns: Whether it may have been sent before, and how many wait for an answer.
    mutating func add(_ id: Int, inFlight: Int) -> (novelty: Novelty, unanswered: Int) {
        defer { highest = max(highest, id) }
        count += 1
        unanswered += 1
        let isRepeated = id <= highest
        let novelty = Novelty(
            isRepeated: isRepeated, isCertainlyNew: !isRepeated && id > withheld && count > inFlight
        )
        return (novelty, unanswered)
    }

    /// One was refused, of which the client may have sent a copy before it heard that.
    mutating func noteRefused(_ id: Int, remembered: Int) {
        if refused.count >= remembered { refused.removeFirst(refused.count - remembered + 1) }
        refused.append(id)
    }

    /// Whether one is a copy of an edit that was refused.
    func wasRefused(_ id: Int) -> Bool { id <= highest && refused.contains(id) }

    /// One is not answered and has to be sent again, as if it never had been; how many still wait.
    mutating func withhold(_ id: Int) -> Int {
        highest = min(highest, id - 1)
        withheld = max(withheld, id)
        return answer()
    }

    /// One was answered; how many still wait.
    mutating func answer() -> Int {
        unanswered -= 1
        return unanswered
    }
}
