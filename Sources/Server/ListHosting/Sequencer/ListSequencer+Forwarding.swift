import ListDocument
import ListEditing
import ListJournal
import ListProtocol
import ListSequencing
import WebSocketTransport

/// Performing what the list needs of other servers.
extension ListSequencer {
    func perform(_ effect: SharedEffect) {
        switch effect {
        case .wake(let seconds, let timer): after(seconds) { self.handle(SharedCommand.due(timer)) }
        case .readHead(let number):
            journal.begin(for: self) { await $0.readHead(number) }
        case .readMissed(let position):
            journal.begin(for: self) { await $0.readMissed(after: position) }
        case .forward(let batch, let server): forward(batch, to: server)
        case .readSet(let edit, let counts):
            journal.begin(for: self) { await $0.readSet(of: edit, counts: counts) }
        case .lookUp(let lookup, let last):
            journal.begin(for: self) { await $0.search(for: lookup, through: last) }
        case .decline(let requests):
            for request in requests { request.submitter.declined(id: request.id, list: id) }
        }
    }

    /// Has another server apply edits, where it is heard.
    private func forward(_ batch: ForwardedBatch, to server: String) {
        guard let peers = services.peers, peers.isUp(server) else {
            return services.loop.afterPass {
                self.handle(.forwarded(number: batch.number, .declined))
            }
        }
        peers.bus.request(
            batch.encoded, of: ForwardedBatch.subject(of: server), seconds: ForwardedBatch.seconds
        ) { result in
            self.answered(batch, result)
        }
    }

    private func answered(_ batch: ForwardedBatch, _ result: Result<[UInt8], BusError>) {
        let outcome: ForwardingOutcome
        switch result {
        case .failure(.noResponders), .failure(.notSent): outcome = .declined
        case .success(let payload):
            let reply = ForwardingReply(payload, epoch: epoch, list: id)
            if reply == nil { services.peers?.noteMalformed() }
            // Its records may be read before they have been followed.
            if let reply { services.journal.note(reply.head) }
            outcome = reply.map { .answered($0) } ?? .silent
        case .failure(.silent): outcome = .silent
        }
        handle(.forwarded(number: batch.number, outcome))
    }

    /// Takes edits that another server forwards.
    func accept(_ batch: ForwardedBatch, _ answers: LoopBound<ForwardedAnswers>) {
        answers.value.begin(batch.requests.count) { self.head }
        after(ForwardedBatch.partSeconds) { answers.value.replyInPart() }
        handle(.accept(batch, isStopping: services.monitor.health.isStopping))
    }
}

/// Gathers the answers to the edits of another server's batch, and sends them once there are all.
///
/// Confined to the loop's thread.
final class ForwardedAnswers {
    /// Bytes of sets that go with the answers.
    ///
    /// The bus takes messages of a megabyte, and sets are escaped there; the sender reads the others in the log.
    private static let setBytes = 262_144

    private let bus: ServerBus
    private let message: BusMessage
    private var answers: [ForwardingReply.Answer] = []
    private var left = 0
    private var bytes = 0
    private var counts: [Int] = []
    private var head: (() -> ListHead)?

    /// - Parameter message: The batch, which is answered once.
    init(to message: BusMessage, on bus: ServerBus) {
        self.message = message
        self.bus = bus
    }

    /// Waits for so many answers.
    ///
    /// - Parameter head: Tells the list's head, where all answers are stored.
    func begin(_ count: Int, head: @escaping () -> ListHead) {
        answers = Array(repeating: .unknown, count: count)
        left = count
        self.head = head
    }

    /// A set as far as it goes with the answers.
    fileprivate func carried(_ set: [UInt8]?) -> [UInt8]? {
        guard let set, bytes + set.count <= Self.setBytes else { return nil }
        bytes += set.count
        return set
    }

    fileprivate func take(_ answer: ForwardingReply.Answer, at index: Int, counts: [Int] = []) {
        answers[index] = answer
        if !counts.isEmpty { self.counts = counts }
        left -= 1
        if left == 0 { reply() }
    }

    /// Sends the answers that there are, if any; the other edits stay unknown to the sender.
    func replyInPart() {
        if 0 < left, left < answers.count { reply() }
    }

    private func reply() {
        guard let head else { return }
        // Once.
        self.head = nil
        let reply = ForwardingReply(answers: answers, head: head(), counts: counts)
        bus.answer(message, with: reply.encoded)
    }
}

/// Receives the answer to an edit of another server.
struct ForwardedSubmitter: EditSubmitter {
    let answers: LoopBound<ForwardedAnswers>
    let index: Int
    let wantsSet: Bool

    func answered(_ edit: AnsweredEdit, in list: ListID, counts: [Int], isDelivered: Bool) {
        let set = wantsSet ? answers.value.carried(edit.set) : nil
        answers.value.take(.answered(edit.outcome, set: set), at: index, counts: counts)
    }

    func leftUnanswered(id: Int, list: ListID) { answers.value.take(.unknown, at: index) }

    func declined(id: Int, list: ListID) { answers.value.take(.declined, at: index) }
}
