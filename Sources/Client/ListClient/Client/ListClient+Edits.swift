import Foundation
import ListEditing
import ListProtocol
import WebSocketTransport

/// Edits on their way, and rows that are read.
extension ListClient {
    /// Makes an edit, undo, redo or restore, and waits for its answer.
    func submit(
        _ content: PendingEdit.Content, to key: ListID
    ) async throws(ListClientError) -> EditAnswer {
        let list = try editable(key)
        guard !Task.isCancelled else { throw .cancelled }
        let content = EditPreparation.namingInserts(content) { random.id() }
        if let refusal = refusal(content, to: key) { return .refused(refusal) }
        let (id, actions) = try keep(content, in: list, key)
        let timer = limitWait { $0.lists[key]?.answer(id, nil) }
        defer { timer?.cancel() }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                list.awaitAnswer(id, continuation)
                perform(actions, list)
                flush()
            }
        } onCancel: {
            Task { await self.endWait(of: key) { $0.answer(id, nil) } }
        }
        guard let answer else { throw .outcomeUnknown }
        return answer
    }

    /// Makes an edit, whose answer is an event.
    ///
    /// - Returns: Its id; nil with why it cannot be sent.
    func post(
        _ content: PendingEdit.Content, to key: ListID
    ) throws(ListClientError) -> Result<Int, EditRefusal> {
        let list = try editable(key)
        let content = EditPreparation.namingInserts(content) { random.id() }
        if let refusal = refusal(content, to: key) { return .failure(refusal) }
        let (id, actions) = try keep(content, in: list, key)
        list.awaitEvent(of: id)
        perform(actions, list)
        flush()
        return .success(id)
    }

    private func editable(_ key: ListID) throws(ListClientError) -> ListSubscription {
        if case .stopped(let reason) = state { throw .stopped(reason) }
        guard let list = lists[key] else { throw .noList(key.text) }
        guard list.machine.pending.entries.count < SharedList.maxPending else {
            throw .tooManyPending(SharedList.maxPending)
        }
        return list
    }

    private func refusal(_ content: PendingEdit.Content, to key: ListID) -> EditRefusal? {
        EditPreparation.refusal(content, to: key, frameBytes: limits.frameBytes)
    }

    /// Gives an edit its id, and keeps it in the file where there is one.
    private func keep(
        _ content: PendingEdit.Content, in list: ListSubscription, _ key: ListID
    ) throws(ListClientError) -> (id: Int, actions: [ListAction]) {
        let (id, actions) = list.machine.submit(content, at: EventLoop.now)
        guard let file = options.edits,
            let entry = list.machine.pending.entries.last(where: { $0.id == id })
        else { return (id, actions) }
        do throws(ListClientError) {
            try file.add(entry, of: key, at: Self.wallMilliseconds)
        } catch {
            list.machine.withdraw(id)
            throw error
        }
        return (id, actions)
    }

    // MARK: Edits that are kept

    /// What is left of a list's edits from before a restart.
    func keptEdits(of key: ListID) -> PendingEdits {
        guard let file = options.edits else { return PendingEdits() }
        return PendingEdits(
            file.edits(of: key), now: EventLoop.now, wall: Self.wallMilliseconds)
    }

    /// An edit is answered: it need not be kept, unless only this client has ended.
    func forget(_ id: Int, _ answer: EditAnswer, in list: ListSubscription) {
        guard let file = options.edits else { return }
        if case .abandoned = answer, !list.isGone { return }
        file.remove(id, of: list.machine.id)
    }

    private static var wallMilliseconds: Int { Int(Date().timeIntervalSince1970 * 1000) }

    // MARK: Rows

    /// Reads rows of a window, which are asked for where they are not held.
    func read(_ read: RowRead, of key: ListID) async throws(ListClientError) -> RowReadAnswer {
        if case .stopped(let reason) = state { throw .stopped(reason) }
        guard let list = lists[key] else { throw .noList(key.text) }
        guard !Task.isCancelled else { throw .cancelled }
        waits += 1
        let number = waits
        let timer = limitWait { $0.lists[key]?.answerRead(number, nil) }
        defer { timer?.cancel() }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                list.awaitRead(number, continuation)
                perform(list.machine.read(read, reader: number, at: EventLoop.now), list)
                flush()
            }
        } onCancel: {
            Task { await self.endWait(of: key) { $0.answerRead(number, nil) } }
        }
        guard let answer else { throw waitEnd }
        return answer
    }
}
