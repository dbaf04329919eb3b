import ListEditing
import ListProtocol
import WebSocketTransport

extension Session {
    func handle(_ message: ClientMessage) {
        guard case .open(let principal) = stage else {
            guard case .hello(let hello) = message else {
                fail(ErrorMessage(.helloExpected, "the first message is hello"))
                return
            }
            greet(hello)
            return
        }
        let arrived = context.loop.passBegan
        switch message {
        case .hello:
            fail(ErrorMessage(.badHello, "hello was said already in this session"))
        case .ping(let number):
            send(Pong(n: number))
        case .lists:
            holding { session in
                let lists = await session.registry.summaries(for: principal.grants)
                session.send(Frame(text: lists.body))
            }
        case .open(let message):
            open(message, principal)
        case .close(let list):
            close(list)
        case .create(let list):
            create(list, principal)
        case .delete(let list):
            delete(list, principal)
        case .edit(let message):
            submit(message.list, message.id, principal) {
                EditRequest(
                    message, author: $0, submitter: self, isRepeated: $1, arrived: arrived)
            }
        case .undo(let message):
            submit(message.list, message.id, principal) {
                EditRequest(
                    message, redo: false, author: $0, submitter: self, isRepeated: $1,
                    arrived: arrived)
            }
        case .redo(let message):
            submit(message.list, message.id, principal) {
                EditRequest(
                    message, redo: true, author: $0, submitter: self, isRepeated: $1,
                    arrived: arrived)
            }
        case .query(let query): ask(query)
        case .presence(let update):
            present(update, principal)
        }
    }

    private func open(_ message: OpenList, _ principal: Principal) {
        guard let author = principal.author(on: message.list),
            let sequencer = registry.assumeIsolated({ $0.sequencer(of: message.list) })
        else {
            send(AccessError.unknown(message.list))
            return
        }
        guard openLists.contains(message.list) || openLists.count < context.limits.lists else {
            send(
                ErrorMessage(
                    .tooManyLists, "a session has at most \(context.limits.lists) lists open",
                    list: message.list))
            return
        }
        openLists.insert(message.list)
        let joined = holdBack()
        sequencer.assumeIsolated {
            $0.join(self, author: author, message: message, done: joined)
        }
    }

    private func close(_ list: ListID) {
        guard openLists.remove(list) != nil else { return }
        let number = connection.id
        registry.assumeIsolated { $0.sequencer(of: list) }?.assumeIsolated { $0.leave(number) }
    }

    private func ask(_ query: ListQuery) {
        guard openLists.contains(query.list),
            let sequencer = registry.assumeIsolated({ $0.sequencer(of: query.list) })
        else {
            send(
                ErrorMessage(
                    .badMessage, "the list \(query.list.text) is not open in this session",
                    list: query.list, n: query.n))
            return
        }
        let answered = holdQueries(of: query.list)
        sequencer.assumeIsolated { $0.query(self, query, done: answered) }
    }

    private func create(_ list: CreateList, _ principal: Principal) {
        guard principal.grants.role(on: list.list) == .owner else {
            send(AccessError.creating(list.list))
            return
        }
        holding { session in
            let result = await session.registry.create(list)
            switch result {
            case .success(let created): session.send(created)
            case .failure(let refusal): session.send(refusal.message(list: list.list))
            }
        }
    }

    private func delete(_ list: ListID, _ principal: Principal) {
        let role = principal.grants.role(on: list)
        guard role != nil, registry.assumeIsolated({ $0.sequencer(of: list) }) != nil else {
            send(AccessError.unknown(list))
            return
        }
        guard role == .owner else {
            send(AccessError.deleting(list))
            return
        }
        let isOpen = openLists.contains(list)
        holding { session in
            switch await session.registry.delete(list) {
            case .success where !isOpen: session.send(Closed(list: list, code: "deleted"))
            case .success: break
            case .failure(let refusal): session.send(refusal.message(list: list))
            }
        }
    }

    private func present(_ update: PresenceUpdate, _ principal: Principal) {
        guard openLists.contains(update.list) else {
            send(
                ErrorMessage(
                    .unknownList, "the list \(update.list.text) is not open in this session",
                    list: update.list))
            return
        }
        registry.assumeIsolated { $0.sequencer(of: update.list) }?.assumeIsolated {
            $0.present(principal.client, update.state)
        }
    }

    /// Leaves all lists at once; the socket stays until the close is complete.
    func retire() {
        if case .open(let principal) = stage {
            registry.assumeIsolated { $0.ended(self, client: principal.client) }
        }
        expiry?.cancel()
        expiry = nil
        stage = .ended
        let lists = openLists
        openLists = []
        let number = connection.id
        for list in lists {
            registry.assumeIsolated { $0.sequencer(of: list) }?.assumeIsolated { $0.leave(number) }
        }
    }
}

extension Session {
    /// Hands an edit to its list, or refuses it at once with the reason.
    ///
    /// - Parameter make: Makes the request from its author and whether its id was sent before.
    func submit(
        _ list: ListID, _ id: Int, _ principal: Principal, _ make: (Author, Bool) -> EditRequest
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
        let request = make(target.author, noteSent(id: id, to: list))
        guard !target.sequencer.assumeIsolated({ $0.submit(request) }) else { return }
        // Deleted since; another list may have its id by now.
        editTarget = nil
        let other = self.target(list, principal)?.sequencer
        guard other?.assumeIsolated({ $0.submit(request) }) != true else { return }
        editTarget = nil
        let rejection = Rejection(
            .unknownList, action: nil, message: AccessError.unknown(list).message)
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
    /// The highest id so far.
    private var highest = 0
    private var unanswered = 0

    /// Takes one in.
    ///
    /// - Returns: Whether its id, or a higher one, was sent before, and how many wait for an answer.
    mutating func add(_ id: Int) -> (isRepeated: Bool, unanswered: Int) {
        defer { highest = max(highest, id) }
        unanswered += 1
        return (id <= highest, unanswered)
    }

    /// One is not answered and has to be sent again, as if it never had been; how many still wait.
    mutating func withhold(_ id: Int) -> Int {
        highest = min(highest, id - 1)
        return answer()
    }

    /// One was answered; how many still wait.
    mutating func answer() -> Int {
        unanswered -= 1
        return unanswered
    }
}
