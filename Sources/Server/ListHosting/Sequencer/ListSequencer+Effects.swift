import ListDocument
import ListEditing
import ListJournal
import ListProtocol
import ListSequencing
import WebSocketTransport

/// Performing what the machine of a list decides.
extension ListSequencer {
    func perform(_ effect: SequencerEffect) {
        switch effect {
        case .wake(nil, let timer):
            services.loop.afterPass { self.handle(.due(timer)) }
        case .wake(let seconds?, let timer): after(seconds) { self.handle(.due(timer)) }
        case .load(let head, let mayBeLater):
            journal.begin(for: self) { await $0.load(head, mayBeLater: mayBeLater) }
        case .work(let work, let box):
            services.workers.lists.run(work, on: box) { [bound] outcome, box in
                bound.execute { $0.handle(.worked(outcome, box)) }
            }
        case .append(let record, let expected):
            journal.append(record, expected: expected) { outcome in
                self.handle(.appended(outcome))
            }
        case .resolve(let record, let expected):
            journal.begin(for: self) { await $0.resolve(record, after: expected) }
        case .fetch(let fetch): perform(fetch)
        case .compact(let list, let head):
            journal.begin(for: self, .utility) { await $0.compact(list, at: head) }
        case .delete:
            journal.begin(for: self) { await $0.delete() }
        case .answer(let edits, let counts):
            services.monitor.metrics.answered(edits, at: services.loop.now)
            services.committed?(edits, id, epoch)
            subscribers.answer(edits, counts: counts, in: id)
        case .refuse(let request, let rejection):
            services.monitor.metrics.rejected(rejection.code)
            request.submitter.answered(
                AnsweredEdit(request, .rejected(rejection)), in: id, counts: [],
                isDelivered: false)
        case .leaveUnanswered(let requests):
            for request in requests { request.submitter.leftUnanswered(id: request.id, list: id) }
        case .reply(let reply): send(reply)
        case .broadcast(let broadcast): send(broadcast)
        case .finishDeletion(let outcome):
            let waiting = deletions
            deletions = []
            for deletion in waiting { deletion.resume(returning: outcome) }
        case .discard(.list(let box)): services.workers.lists.release(box)
        case .discard(.checkpoint(let box)): services.workers.lists.begin { _ = box.take() }
        case .note(let event): services.monitor.note(event, of: id)
        }
    }

    private func perform(_ fetch: Fetch) {
        switch fetch {
        case .history(let range):
            journal.begin(for: self) { await $0.readHistory(range) }
        case .past(let revision):
            journal.begin(for: self, .utility) { await $0.readPast(revision) }
        case .snapshot(let list, let hasAuthors):
            let (id, epoch) = (id, epoch)
            journal.begin(for: self, .utility) { _ in
                let snapshot = EncodedSnapshot(list, id: id, epoch: epoch, hasAuthors: hasAuthors)
                return .fetched(.snapshot(snapshot))
            }
        case .query(let query, let list): read(query, list)
        }
    }

    private func send(_ reply: ReaderReply) {
        switch reply {
        case .admit(let join, let revision, let lastID, let state, let sentFrom):
            admit(join, revision, lastID, state, sentFrom)
        case .reject(let join, let unavailability):
            guard let waiting = joining.removeValue(forKey: join.connection) else { return }
            waiting.session.openFailed(id, unavailability)
            end(waiting)
        case .catchUp(let connection, let frames, let isWhole, let revision):
            services.monitor.metrics.caughtUp()
            subscribers.catchUp(
                connection, with: frames, isWhole: isWhole, revision: revision, list: id)
            notePresence()
            if let request = queries.caughtUp(connection) { handle(.serve(request)) }
        case .respond(let read, let reply):
            readers.removeValue(forKey: read.ticket)?.respond(reply, from: self)
        case .answer(let query, let reply): answer(query, reply)
        case .rememberRow(let row, let connection): subscribers.noteFirstRow(row, of: connection)
        }
    }

    private func send(_ broadcast: ListBroadcast) {
        switch broadcast {
        case .sets(let frame, let revision): begin(.sets(frame, after: revision))
        case .bestEffort(let frame): begin(.sendBestEffort(frame))
        case .head(let list): sendHead(of: list)
        case .close(let unavailability): closeAll(unavailability)
        }
    }

    private func admit(
        _ join: JoinRequest, _ revision: Int, _ lastID: Int, _ state: [Frame], _ sentFrom: Int
    ) {
        // None: it has closed the list while it waited.
        guard let waiting = joining.removeValue(forKey: join.connection) else { return }
        let opened = Opened(
            list: id, epoch: epoch, revision: revision, lastId: lastID, role: join.role)
        waiting.session.send(Frame(text: opened.encoded))
        for frame in state { waiting.session.send(frame) }
        subscribers.add(waiting.session, for: join, sentFrom: sentFrom, revision: revision)
        enterPresence(join.client, name: waiting.author.name)
        waiting.done()
    }

    /// Answers a query on another thread; the stream of a session that asks stands still meanwhile.
    private func read(_ query: QueryRequest, _ list: EditableList) {
        if case .session(let connection, _) = query.asker,
            !queries.pause(connection, at: list.revision, &subscribers)
        {
            return handle(.fetched(.query(query, nil)))
        }
        let (id, limits) = (id, services.limits)
        services.workers.queries.begin { [bound] in
            let answer = query.answer(from: list, id, limits)
            bound.execute { $0.handle(.fetched(.query(query, answer))) }
        }
    }

    private func answer(_ query: QueryRequest, _ reply: ReadReply) {
        switch query.asker {
        case .session(let connection, _):
            let resync = queries.answer(connection, reply, in: id, &subscribers)
            if let resync { handle(.serve(.resync(resync))) }
            notePresence()
        case .http(let read): send(.respond(read, reply))
        }
    }

    /// Sends the head of a list, of which the digest is taken on another thread; what is to be delivered
    /// meanwhile waits, so that the head has its place.
    private func sendHead(of list: EditableList) {
        steps.stop()
        services.workers.heads.begin { [bound, id] in
            let frame = Frame(text: Head(of: list, id).encoded)
            bound.execute { sequencer in
                sequencer.steps.resume()
                sequencer.begin(.sendBestEffort(frame))
                sequencer.perform()
            }
        }
    }

    /// A session does not join after all; it may have had the list open before.
    func end(_ waiting: Joining) {
        leavePresence(waiting.author.client)
        waiting.done()
    }

    private func closeAll(_ unavailability: Unavailability) {
        subscribers.noteClosing()
        for link in subscribers.links() { link.listClosed(id, unavailability) }
        queries.failAll(unavailability, of: id)
        begin(.closing(unavailability.closingFrame(of: id)))
    }
}
