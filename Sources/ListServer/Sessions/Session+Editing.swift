import ListEditing
import ListProtocol
import WebSocketTransport

extension Session {
    /// Hands an edit to its list, or says at once why not.
    ///
    /// - Parameter make: Makes the request; told who sends it and whether its id was sent before.
    func submit(
        _ list: ListID, _ id: Int, _ member: Member, _ make: (Author, Bool) -> EditRequest
    ) {
        guard let target = target(list, member) else {
            let rejection = Rejection(
                .unknownList, action: nil, message: Denial.unknown(list).message)
            refuse(list, id, rejection)
            return
        }
        if let wait = allowance?.take(now: services.clock.now()) {
            refuse(list, id, .tooFast(wait: wait), retryAfter: wait)
            return
        }
        let request = make(target.author, noteSent(id: id, to: list))
        guard !target.sequencer.assumeIsolated({ $0.submit(request) }) else { return }
        // Deleted since; another list may have its id by now.
        editTarget = nil
        let other = self.target(list, member)?.sequencer
        guard other?.assumeIsolated({ $0.submit(request) }) != true else { return }
        editTarget = nil
        let rejection = Rejection(
            .unknownList, action: nil, message: Denial.unknown(list).message)
        services.metrics.rejected(rejection.code)
        request.submitter.answered(
            .rejected(rejection), id: id, list: list, set: nil, counts: [], isDelivered: false)
    }

    private func target(_ list: ListID, _ member: Member) -> EditTarget? {
        if let editTarget, editTarget.list == list { return editTarget }
        guard let author = member.author(on: list),
            let sequencer = directory.assumeIsolated({ $0.sequencer(of: list) })
        else { return nil }
        let target = EditTarget(list: list, author: author, sequencer: sequencer)
        editTarget = target
        return target
    }
}
