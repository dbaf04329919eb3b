import ListEditing
import ListProtocol
import WebSocketTransport

extension Session {
    func handle(_ message: ClientMessage) {
        guard case .open(let member) = stage else {
            guard case .hello(let hello) = message else {
                fail(ErrorMessage(.helloExpected, "the first message is hello"))
                return
            }
            greet(hello)
            return
        }
        let arrived = services.loop.passBegan
        switch message {
        case .hello:
            fail(ErrorMessage(.badHello, "hello was said already in this session"))
        case .ping(let number):
            send(Pong(n: number))
        case .lists:
            holding { session in
                let lists = await session.directory.summaries(for: member.grants)
                session.send(Frame(text: lists.body))
            }
        case .open(let message):
            open(message, member)
        case .close(let list):
            close(list)
        case .create(let list):
            create(list, member)
        case .delete(let list):
            delete(list, member)
        case .edit(let message):
            submit(message.list, message.id, member) {
                EditRequest(
                    message, author: $0, submitter: self, isRepeated: $1, arrived: arrived)
            }
        case .undo(let message):
            submit(message.list, message.id, member) {
                EditRequest(
                    message, redo: false, author: $0, submitter: self, isRepeated: $1,
                    arrived: arrived)
            }
        case .redo(let message):
            submit(message.list, message.id, member) {
                EditRequest(
                    message, redo: true, author: $0, submitter: self, isRepeated: $1,
                    arrived: arrived)
            }
        case .presence(let update):
            present(update, member)
        }
    }

    private func open(_ message: OpenList, _ member: Member) {
        guard let author = member.author(on: message.list),
            let sequencer = directory.assumeIsolated({ $0.sequencer(of: message.list) })
        else {
            send(Denial.unknown(message.list))
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
            $0.join(self, author: author, message: message, done: joined)
        }
    }

    private func close(_ list: ListID) {
        guard openLists.remove(list) != nil else { return }
        let number = connection.id
        directory.assumeIsolated { $0.sequencer(of: list) }?.assumeIsolated { $0.leave(number) }
    }

    private func create(_ list: CreateList, _ member: Member) {
        guard member.grants.role(on: list.list) == .owner else {
            send(Denial.creating(list.list))
            return
        }
        holding { session in
            let result = await session.directory.create(list)
            switch result {
            case .success(let created): session.send(created)
            case .failure(let refusal): session.send(refusal.message(list: list.list))
            }
        }
    }

    private func delete(_ list: ListID, _ member: Member) {
        let role = member.grants.role(on: list)
        guard role != nil, directory.assumeIsolated({ $0.sequencer(of: list) }) != nil else {
            send(Denial.unknown(list))
            return
        }
        guard role == .owner else {
            send(Denial.deleting(list))
            return
        }
        let isOpen = openLists.contains(list)
        holding { session in
            switch await session.directory.delete(list) {
            case .success where !isOpen: session.send(Closed(list: list, code: "deleted"))
            case .success: break
            case .failure(let refusal): session.send(refusal.message(list: list))
            }
        }
    }

    private func present(_ update: PresenceUpdate, _ member: Member) {
        guard openLists.contains(update.list) else {
            send(
                ErrorMessage(
                    .unknownList, "the list \(update.list.text) is not open in this session",
                    list: update.list))
            return
        }
        directory.assumeIsolated { $0.sequencer(of: update.list) }?.assumeIsolated {
            $0.present(member.client, update.state)
        }
    }

    /// Leaves everything at once; the socket goes on until the close is through.
    func retire() {
        if case .open(let member) = stage {
            directory.assumeIsolated { $0.ended(self, client: member.client) }
        }
        expiry?.cancel()
        expiry = nil
        stage = .ended
        let lists = openLists
        openLists = []
        let number = connection.id
        for list in lists {
            directory.assumeIsolated { $0.sequencer(of: list) }?.assumeIsolated { $0.leave(number) }
        }
    }
}
