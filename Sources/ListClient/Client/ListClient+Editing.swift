import ListEditing
import ListProtocol
import WebSocketTransport

extension ListClient {
    func machine(of list: ListID) -> ListMachine? {
        lists[list]?.machine
    }

    func subscribe(_ list: ListID) -> EventFeed {
        if let held = lists[list] { return held.subscribe() }
        let feed = EventFeed()
        feed.finish()
        return feed
    }

    func show(_ presence: Presence, in list: ListID) {
        guard let held = lists[list] else { return }
        perform(held.machine.show(presence), held)
        flush()
    }

    func close(_ list: ListID) {
        guard let held = lists.removeValue(forKey: list) else { return }
        perform(held.machine.abandon("the list was closed"), held)
        held.finish()
        guard session.isOnline else { return }
        perform([.send(.close(list))], held)
        flush()
    }

    func submit(
        _ kind: PendingEdit.Kind, to list: ListID
    ) async throws(ListClientError) -> EditAnswer {
        if case .stopped(let reason) = state { throw .stopped(reason) }
        guard let held = lists[list] else { throw .noList(list.text) }
        guard !Task.isCancelled else { throw .cancelled }
        guard held.machine.pending.entries.count < SharedList.maxPending else {
            throw .tooManyPending(SharedList.maxPending)
        }
        if let refusal = FieldNesting.refusal(kind) { return .refused(refusal) }
        let kind = named(kind)
        let bytes = PendingEdit(
            id: JSONRoom.largestID, kind: kind, base: 0, epoch: nil, at: 0
        ).message(list: list).encoded.count
        guard bytes + JSONRoom.frame <= limits.frameBytes else {
            return .refused(
                EditRefusal(
                    code: "tooLarge",
                    message: "the edit has \(bytes) bytes; the server takes \(limits.frameBytes)",
                    action: nil, retryAfter: nil))
        }
        let (id, actions) = held.machine.submit(kind, at: EventLoop.now)
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                held.await(id, continuation)
                perform(actions, held)
                flush()
            }
        } onCancel: {
            Task { await self.stopAwaiting(id, of: list) }
        }
        guard let answer else { throw .outcomeUnknown }
        return answer
    }

    private func stopAwaiting(_ id: Int, of list: ListID) {
        lists[list]?.answer(id, nil)
    }

    private func named(_ kind: PendingEdit.Kind) -> PendingEdit.Kind {
        guard case .edit(let actions) = kind else { return kind }
        var edit = Edit(base: nil, actions: actions)
        _ = edit.nameInserts { random.id() }
        return .edit(edit.actions)
    }

    /// What an edit's message may need beyond what is known when it is made.
    private enum JSONRoom {
        static let largestID = 9_007_199_254_740_991
        /// Base, epoch, and neighbours in the place of indices.
        static let frame = 512
    }
}

extension HeldList {
    var isGone: Bool {
        if case .gone = machine.status { true } else { false }
    }
}
