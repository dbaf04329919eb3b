import ListEditing
import ListProtocol
import WebSocketTransport

extension Session {
    func handle(_ message: ClientMessage) {
        guard case .open(let author) = stage else {
            guard case .hello(let hello) = message else {
                fail(ErrorMessage(.helloExpected, "the first message is hello"))
                return
            }
            greet(hello)
            return
        }
        switch message {
        case .hello:
            fail(ErrorMessage(.badHello, "hello was said already in this session"))
        case .ping(let number):
            send(Pong(n: number))
        case .lists:
            send(ListsMessage(lists: directory.assumeIsolated { $0.summaries() }))
        case .open(let message):
            open(message, author)
        case .close(let list):
            close(list)
        case .create(let list):
            create(list)
        case .delete(let list):
            delete(list)
        case .edit(let message):
            let request = EditRequest(message, author: author, submitter: self)
            submit(request, to: message.list)
        case .undo(let message):
            let request = EditRequest(message, redo: false, author: author, submitter: self)
            submit(request, to: message.list)
        case .redo(let message):
            let request = EditRequest(message, redo: true, author: author, submitter: self)
            submit(request, to: message.list)
        case .presence(let update):
            present(update, author)
        }
    }

    private func greet(_ hello: Hello) {
        guard !services.health.isStopping else {
            fail(ErrorMessage(.shuttingDown, "the server stops: come back in a moment"))
            return
        }
        let author = Author(
            client: ClientName.make(user: "", key: hello.client ?? RandomID.make()),
            name: hello.name)
        stage = .open(author)
        directory.assumeIsolated { $0.began(self, client: author.client) }
        send(
            Welcome(
                server: ServerVersion.name, client: author.client, user: nil,
                limits: services.limits, time: services.clock.now()))
    }

    private func open(_ message: OpenList, _ author: Author) {
        guard let sequencer = directory.assumeIsolated({ $0.sequencer(of: message.list) }) else {
            send(
                ErrorMessage(
                    .unknownList, "there is no list \(message.list.text)", list: message.list))
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
        let joined = holdBack()
        sequencer.assumeIsolated {
            let since = message.epoch == $0.epoch ? message.since : nil
            $0.visit(historyFrom: since) { sequencer in
                if self.isListening(to: message.list) {
                    sequencer.join(self, author: author, message: message)
                }
                joined()
            }
        }
    }

    /// Whether the session still wants the list: it may have closed it while it waited to join.
    private nonisolated func isListening(to list: ListID) -> Bool {
        assumeIsolated { $0.openLists.contains(list) }
    }

    private func close(_ list: ListID) {
        guard openLists.remove(list) != nil else { return }
        let connection = connection
        directory.assumeIsolated { $0.sequencer(of: list) }?.assumeIsolated {
            $0.leave(connection)
        }
    }

    private func create(_ list: CreateList) {
        holding { session in
            let result = await session.directory.create(list)
            switch result {
            case .success(let created): session.send(created)
            case .failure(let refusal): session.send(refusal.message(list: list.list))
            }
        }
    }

    private func delete(_ list: ListID) {
        let isOpen = openLists.contains(list)
        holding { session in
            switch await session.directory.delete(list) {
            case .success where !isOpen: session.send(Closed(list: list, code: "deleted"))
            case .success: break
            case .failure(let refusal): session.send(refusal.message(list: list))
            }
        }
    }

    private func submit(_ request: EditRequest, to list: ListID) {
        guard let sequencer = directory.assumeIsolated({ $0.sequencer(of: list) }) else {
            let rejection = Rejection(
                .unknownList, action: nil, message: "there is no list \(list.text)")
            send(Reject(list: list, id: request.id, rejection: rejection))
            return
        }
        unanswered[list, default: 0] += 1
        let highest = highestSent[list] ?? 0
        highestSent[list] = max(highest, request.id)
        var request = request
        request.isRepeated = request.id <= highest
        sequencer.assumeIsolated { $0.submit(request) }
    }

    private func present(_ update: PresenceUpdate, _ author: Author) {
        guard openLists.contains(update.list) else {
            send(
                ErrorMessage(
                    .unknownList, "the list \(update.list.text) is not open in this session",
                    list: update.list))
            return
        }
        directory.assumeIsolated { $0.sequencer(of: update.list) }?.assumeIsolated {
            $0.presence.update(author.client, to: update.state)
            $0.notePresence()
        }
    }

    /// Leaves everything at once; the socket goes on until the close is through.
    func retire() {
        if case .open(let author) = stage {
            directory.assumeIsolated { $0.ended(self, client: author.client) }
        }
        stage = .ended
        let lists = openLists
        openLists = []
        let connection = connection
        for list in lists {
            directory.assumeIsolated { $0.sequencer(of: list) }?.assumeIsolated {
                $0.leave(connection)
            }
        }
    }
}
