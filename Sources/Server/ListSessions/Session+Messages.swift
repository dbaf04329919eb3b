import ListDocument
import ListEditing
import ListHosting
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
        if let list = message.neededList, principal.grants.role(on: list) != nil,
            services.lists.mayBeNew(list)
        {
            return find(list, for: message, principal)
        }
        perform(message, principal)
    }

    /// Looks whether another server has made a list just now, and does what the message asks for then.
    private func find(_ list: ListID, for message: ClientMessage, _ principal: Principal) {
        holding { _, session in
            do throws(ListRefusal) {
                try await session.services.lists.find(list)
                if case .open = session.stage { session.perform(message, principal) }
            } catch {
                // An edit stays unanswered: another server may have applied it.
                _ = session.giveBack(list)
            }
        }
    }

    private func perform(_ message: ClientMessage, _ principal: Principal) {
        let arrived = services.loop.passBegan
        switch message {
        case .hello:
            fail(ErrorMessage(.badHello, "hello was said already in this session"))
        case .token(let token):
            renew(token, principal)
        case .ping(let number):
            send(Pong(n: number))
        case .lists:
            holding { _, session in
                let lists = await session.services.lists.summaries(for: principal.grants)
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
                    message, author: $0, submitter: submitter, isRepeated: $1.isRepeated,
                    isCertainlyNew: $1.isCertainlyNew, arrived: arrived,
                    makeID: services.runtime.makeID)
            }
        case .undo(let message):
            submit(message.list, message.id, principal) {
                EditRequest(
                    message, redo: false, author: $0, submitter: submitter,
                    isRepeated: $1.isRepeated,
                    isCertainlyNew: $1.isCertainlyNew, arrived: arrived)
            }
        case .redo(let message):
            submit(message.list, message.id, principal) {
                EditRequest(
                    message, redo: true, author: $0, submitter: submitter,
                    isRepeated: $1.isRepeated,
                    isCertainlyNew: $1.isCertainlyNew, arrived: arrived)
            }
        case .restore(let message):
            submit(message.list, message.id, principal) {
                EditRequest(
                    message, author: $0, submitter: submitter, isRepeated: $1.isRepeated,
                    isCertainlyNew: $1.isCertainlyNew, arrived: arrived)
            }
        case .query(let query): ask(query)
        case .admin(let request): administer(request, principal)
        case .presence(let update):
            present(update, principal)
        }
    }

    private func open(_ message: OpenList, _ principal: Principal) {
        guard let author = principal.author(on: message.list),
            let sequencer = services.lists.sequencer(of: message.list)
        else {
            send(AccessError.unknown(message.list))
            return
        }
        guard openLists.contains(message.list) || openLists.count < services.limits.lists else {
            send(
                ErrorMessage(
                    .tooManyLists, "a session has at most \(services.limits.lists) lists open",
                    list: message.list))
            return
        }
        openLists.insert(message.list)
        lostLists.remove(message.list)
        let joined = holdBack()
        sequencer.join(self, author: author, message: message, done: joined)
    }

    /// Leaves a list; its unanswered edits are still answered.
    func close(_ list: ListID) {
        guard openLists.remove(list) != nil else { return }
        lostLists.close(list)
        let number = connection.id
        services.lists.sequencer(of: list)?
            .leave(number, isAwaitingAnswers: sent.isAwaiting(list))
    }

    private func ask(_ query: ListQuery) {
        guard openLists.contains(query.list),
            let sequencer = services.lists.sequencer(of: query.list)
        else {
            send(
                ErrorMessage(
                    .badMessage, "the list \(query.list.text) is not open in this session",
                    list: query.list, n: query.n))
            return
        }
        let answered = holdQueries(of: query.list)
        sequencer.query(self, query, done: answered)
    }

    private func create(_ list: CreateList, _ principal: Principal) {
        guard principal.grants.role(on: list.list) == .owner else {
            send(AccessError.creating(list.list))
            return
        }
        holding(atMost: services.settings.patience) { _, session in
            let result = await session.services.lists.create(list, for: principal.client.text)
            switch result {
            case .success(let created): session.send(created)
            case .failure(let refusal): session.send(refusal.message(list: list.list))
            }
        }
    }

    private func delete(_ list: ListID, _ principal: Principal) {
        let role = principal.grants.role(on: list)
        guard role != nil, services.lists.sequencer(of: list) != nil else {
            let isDone = role == .owner && services.lists.wasDeletedLate(list)
            if isDone {
                send(Closed(list: list, code: "deleted"))
            } else {
                send(AccessError.unknown(list))
            }
            return
        }
        guard role == .owner else {
            send(AccessError.deleting(list))
            return
        }
        let isOpen = openLists.contains(list)
        holding(atMost: services.settings.patience) { _, session in
            switch await session.services.lists.delete(list) {
            case .success where !isOpen: session.send(Closed(list: list, code: "deleted"))
            case .success: break
            // The list is read-only until that is certain, and is closed then, or goes on.
            case .failure(.undecided) where isOpen: break
            case .failure(let refusal): session.send(refusal.message(list: list))
            }
        }
    }

    private func present(_ update: PresenceUpdate, _ principal: Principal) {
        guard openLists.contains(update.list) else {
            // What it was told is unavailable is there all the same.
            let isLost = lostLists.contains(update.list, isOpen: false)
            send(
                isLost
                    ? AccessError.unreadable(update.list)
                    : ErrorMessage(
                        .unknownList, "the list \(update.list.text) is not open in this session",
                        list: update.list))
            return
        }
        services.lists.sequencer(of: update.list)?.present(principal.client, update.state)
    }

    /// Leaves all lists at once; the socket stays until the close is complete.
    func retire() {
        if case .open(let principal) = stage {
            directory.ended(self, client: principal.client)
        }
        expiry?.cancel()
        expiry = nil
        stage = .ended
        let lists = openLists
        openLists = []
        let number = connection.id
        for list in lists {
            services.lists.sequencer(of: list)?.leave(number, isAwaitingAnswers: false)
        }
    }
}

extension ClientMessage {
    /// The list that must be there for it.
    fileprivate var neededList: ListID? {
        switch self {
        case .open(let message): message.list
        case .edit(let message): message.list
        case .undo(let message), .redo(let message): message.list
        case .restore(let message): message.list
        case .delete(let list): list
        case .hello, .token, .close, .lists, .create, .presence, .query, .admin, .ping: nil
        }
    }
}
