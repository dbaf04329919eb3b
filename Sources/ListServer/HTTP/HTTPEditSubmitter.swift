import ListEditing
import ListProtocol
import WebSocketTransport

/// An HTTP request that waits for the answer of its edit.
struct HTTPEditSubmitter: EditSubmitter {
    let exchange: HTTPExchange

    func answered(
        _ answer: Answer, id: Int, list: ListID, set: [UInt8]?, counts: [Int], isDelivered: Bool
    ) {
        exchange.respond(response(to: answer, id: id, list: list, set: set, counts: counts))
    }

    func withheld(id: Int, list: ListID) {
        exchange.respond(.error(504, Denial.unreadable(list)))
    }

    private func response(
        to answer: Answer, id: Int, list: ListID, set: [UInt8]?, counts: [Int]
    ) -> HTTPResponse {
        switch answer {
        case .applied:
            return .json(200, EditResult(sets: set.map { [$0] } ?? [], counts: counts).encoded)
        case .noop(let revision, let clamps):
            let ack = Ack(list: list, id: id, revision: revision, outcome: .noop(clamps: clamps))
            return .json(200, ack.encoded)
        case .duplicate(let revision, let applied):
            let ack = Ack(
                list: list, id: id, revision: revision, outcome: .duplicate(applied: applied))
            return .json(200, ack.encoded)
        case .rejected(let rejection):
            let reject = Reject(list: list, id: id, rejection: rejection)
            return .json(rejection.code.httpStatus, reject.encoded)
        }
    }
}
