import ListEditing
import ListJournal
import ListProtocol
import WebSocketTransport

extension ListSequencer {
    /// Applies a batch, makes it durable, and then tells everyone; what is too much for one goes
    /// first into the next.
    func commit(_ batch: [EditRequest]) async {
        let now = services.clock.now()
        let outcome = loaded?.use { list in
            let sealed = list.seal(batch, now: now)
            return (sealed, record: sealed.needsStoring ? list.record(of: sealed) : nil)
        }
        guard let (sealed, record) = outcome else { return }
        putBack(batch[sealed.answers.count...])
        guard let record else {
            publish(sealed, before: head.position.revision)
            return
        }
        let expected = head.position
        let began = EventLoop.now
        switch await services.journal.append(record, to: id.text, expected: expected) {
        case .committed(let position, _):
            services.metrics.committed(
                edits: sealed.answers.count, seconds: EventLoop.now - began)
            oldestKept = oldestKept ?? record.at
            head = ListHead(
                list: id.text, epoch: epoch, title: record.title, rows: record.rows,
                position: position)
            log.add(sets: position.revision - expected.revision, bytes: record.body.count)
            publish(sealed, before: expected.revision)
            compactIfDue()
        case .conflict:
            await fail(sealed, record, expected, "another writer has changed the list's log")
        case .refused(let reason), .unknown(let reason):
            await fail(sealed, record, expected, reason)
        }
    }

    /// Sends the sets of a batch to everyone and the other answers to those who asked, in order:
    /// first what was answered before the first set, then the sets, then the rest.
    func publish(_ sealed: SealedBatch, before revision: Int) {
        let made = loaded?.use { list in (counts: list.list.counts, frame: list.frame(of: sealed)) }
        let counts = made?.counts ?? []
        let first = sealed.answers.firstIndex { $0.set != nil } ?? sealed.answers.endIndex
        answer(sealed.answers[..<first], counts)
        if let frame = made?.frame {
            cachedSnapshot = nil
            cachedCatchup = nil
            let sent = audience.publish(
                frame, after: revision, bound: services.limits.queueBytes)
            services.metrics.delivered(to: sent)
            loaded?.trimHistory(to: services.options.history.inMemory)
            noteChange()
        }
        answer(sealed.answers[first...], counts)
    }

    private func answer(_ entries: ArraySlice<SealedBatch.Answered>, _ counts: [Int]) {
        services.metrics.answered(entries, at: EventLoop.now)
        for entry in entries {
            entry.request.submitter.answered(
                entry.answer, id: entry.request.id, list: id, set: entry.set, counts: counts,
                isDelivered: isDelivered(entry))
        }
    }

    /// Whether the session that sent the edit is sent the set that answers it.
    private func isDelivered(_ entry: SealedBatch.Answered) -> Bool {
        guard let connection = entry.request.submitter.connectionID,
            let delivery = audience.delivery(to: connection)
        else { return false }
        switch entry.answer {
        case .applied(let revision, _, _):
            if delivery.isBehind {
                audience.owe(
                    Subscription.OwedAnswer(
                        id: entry.request.id, revision: revision, answer: entry.answer),
                    to: connection)
            }
            return true
        case .duplicate(let revision, applied: true):
            // Whoever resends before it has seen the set has its answer in the set. Whoever sends
            // an id again that it was answered in this session asks anew.
            return !entry.request.isRepeated && revision > delivery.sentFrom
        default:
            return false
        }
    }
}
