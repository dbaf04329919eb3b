import ListEditing
import ListJournal
import ListProtocol
import WebSocketTransport

extension ListSequencer {
    /// Applies a batch, makes it durable, and then tells everyone.
    func commit(_ batch: [EditRequest]) async {
        guard let sealed = loaded?.seal(batch, now: services.clock.now()) else { return }
        guard sealed.needsStoring, let record = loaded?.record(of: sealed) else {
            publish(sealed, before: head.position.revision)
            return
        }
        let expected = head.position
        switch await services.journal.append(record, to: id.text, expected: expected) {
        case .committed(let position, _):
            services.metrics.committed()
            oldestKept = oldestKept ?? record.at
            head = ListHead(
                list: id.text, epoch: epoch, title: record.title, rows: record.rows,
                position: position)
            publish(sealed, before: expected.revision)
            compactIfDue()
        case .conflict:
            await fail(sealed, record, expected, "another writer has changed the list's log")
        case .unknown(let reason):
            await fail(sealed, record, expected, reason)
        }
    }

    /// Sends the sets of a batch to everyone and the other answers to those who asked, in order:
    /// first what was answered before the first set, then the sets, then the rest.
    func publish(_ sealed: SealedBatch, before revision: Int) {
        let sets = sealed.answers.compactMap(\.set)
        let counts = loaded?.list.counts ?? []
        let first = sealed.answers.firstIndex { $0.set != nil } ?? sealed.answers.endIndex
        answer(sealed.answers[..<first], counts)
        if !sets.isEmpty {
            cachedSnapshot = nil
            let changes = Changes(list: id, sets: sets, counts: counts)
            let sent = audience.publish(
                Frame(text: changes.encoded), after: revision, bound: services.limits.queueBytes)
            services.metrics.delivered(to: sent)
            loaded?.trimHistory(to: services.options.history.inMemory)
            noteChange()
        }
        answer(sealed.answers[first...], counts)
    }

    private func answer(_ entries: ArraySlice<SealedBatch.Answered>, _ counts: [Int]) {
        for entry in entries {
            services.metrics.count(entry.answer)
            entry.request.submitter.answered(
                entry.answer, id: entry.request.id, list: id, set: entry.set, counts: counts,
                isDelivered: isDelivered(entry))
        }
    }

    /// Whether the session that sent the edit is sent the set that answers it.
    private func isDelivered(_ entry: SealedBatch.Answered) -> Bool {
        guard let session = entry.request.submitter as? Session,
            var subscription = audience[session.connection.id]
        else { return false }
        switch entry.answer {
        case .applied(let revision, _, _):
            guard subscription.lag != nil else { return true }
            subscription.lag?.owed.append(
                Subscription.OwedAnswer(
                    id: entry.request.id, revision: revision, answer: entry.answer))
            audience[session.connection.id] = subscription
            return true
        case .duplicate(let revision, applied: true):
            // Whoever resends before it has seen the set has its answer in the set. Whoever sends
            // an id again that it was answered in this session asks anew.
            return !entry.request.isRepeated && revision > subscription.sentFrom
        default:
            return false
        }
    }
}
