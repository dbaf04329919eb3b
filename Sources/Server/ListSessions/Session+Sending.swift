import ListDocument
import ListEditing
import ListHosting
import ListProtocol
import ListSequencing
package import WebSocketTransport

extension Session {
    func send(_ message: some ServerMessage) {
        connection.send(Frame(text: message.encoded))
    }

    func send(_ error: ErrorMessage) {
        services.monitor.metrics.sent(error.code)
        connection.send(Frame(text: error.encoded, event: .error))
    }

    /// Rejects an edit that goes to no sequencer.
    func refuse(_ list: ListID, _ id: Int, _ rejection: Rejection, retryAfter: Int? = nil) {
        services.monitor.metrics.rejected(rejection.code)
        tally.rejected += 1
        send(Reject(list: list, id: id, rejection: rejection, retryAfter: retryAfter))
    }

    /// Sends a fatal error and closes with its close code.
    func fail(_ error: ErrorMessage) {
        if case .ended = stage { return }
        send(error)
        let code = error.code.closeCode ?? 1011
        tally.ended(error.code.rawValue, code: code)
        connection.close(code: code, reason: error.code.rawValue)
        retire()
    }

    func fail(_ problem: FrameProblem) {
        switch problem {
        case .binary: fail(ErrorMessage(.binaryFrame, "frames are text, this one is binary"))
        case .notUTF8: fail(ErrorMessage(.notUTF8, "the frame is not UTF-8"))
        case .tooLarge:
            fail(
                ErrorMessage(
                    .frameTooLarge, "this frame may have at most \(frameBytes) bytes"))
        }
    }

    /// Another session took the public name over, or the server stops.
    func dismiss(_ error: ErrorMessage) { fail(error) }

    func openFailed(_ list: ListID, _ unavailability: Unavailability) {
        openLists.remove(list)
        switch unavailability {
        case .deleted:
            lostLists.close(list)
            send(AccessError.unknown(list))
        case .unavailable:
            lostLists.insert(list, open: openLists)
            send(AccessError.unreadable(list))
        }
    }

    fileprivate func send(_ answer: EditOutcome, id: Int, list: ListID) {
        if case .rejected = answer { tally.rejected += 1 }
        connection.send(Frame(text: answer.message(id: id, list: list)))
    }
}

/// Receives the answers to a session's edits, which worker threads may carry.
struct SessionSubmitter: EditSubmitter {
    let session: LoopBound<Session>

    var connectionID: UInt64? { session.value.connection.id }

    func answered(_ edit: AnsweredEdit, in list: ListID, counts: [Int], isDelivered: Bool) {
        session.value.answered(edit, in: list, isDelivered: isDelivered)
    }

    func leftUnanswered(id: Int, list: ListID) {
        session.value.leftUnanswered(id: id, list: list)
    }
}

extension Session {
    /// Receives the answers to its edits.
    var submitter: SessionSubmitter {
        SessionSubmitter(session: LoopBound(self, loop: services.loop))
    }

    fileprivate func answered(_ edit: AnsweredEdit, in list: ListID, isDelivered: Bool) {
        if case .ended = stage { return }
        if !isDelivered { send(edit.outcome, id: edit.id, list: list) }
        if case .rejected(let rejection) = edit.outcome, rejection.code == .unavailable {
            noteRefused(edit.id, list)
        }
        if noteAnswered(list) { resume() }
    }

    fileprivate func leftUnanswered(id: Int, list: ListID) {
        if case .ended = stage { return }
        let isFirst = giveBack(list)
        if noteUnanswered(id, list) || isFirst { resume() }
    }

    /// Has the client open the list again, and then send again what was not answered.
    ///
    /// - Returns: Whether it was not told so in this pass.
    func giveBack(_ list: ListID) -> Bool {
        lostLists.insert(list, open: openLists)
        let isFirst = unansweredLists.insert(list).inserted
        if isFirst { send(AccessError.unreadable(list)) }
        return isFirst
    }

    /// Goes on with what waited.
    ///
    /// At the end of this pass: the sequencer is still answering.
    private func resume() {
        services.loop.afterPass { self.pump() }
    }
}

extension Session: SubscriberLink {
    var connectionNumber: UInt64 { connection.id }
    var queuedBytes: Int { connection.queuedBytes }
    var isThrottled: Bool { connection.isThrottled }

    func send(_ frame: Frame) { connection.send(frame) }

    func notifyWhenDrained(below bytes: Int) {
        connection.notifyWhenDrained(below: bytes)
    }

    func acknowledge(_ answer: EditOutcome, id: Int, list: ListID) {
        send(answer, id: id, list: list)
    }

    func listClosed(_ list: ListID, _ unavailability: Unavailability) {
        openLists.remove(list)
        switch unavailability {
        case .unavailable: lostLists.insert(list, open: openLists)
        // What is not answered now never is, and the client knows why.
        case .deleted: unansweredLists.insert(list)
        }
    }
}

/// What a session does with the connection to its client; called on the loop's thread only.
///
/// As ``Connection`` describes it. Simulations have connections without sockets.
package protocol SessionConnection: AnyObject, Sendable {
    var id: UInt64 { get }
    var origin: ConnectionOrigin { get }
    var queuedBytes: Int { get }
    var isThrottled: Bool { get }
    var ownedBytes: Int { get set }
    var traffic: (received: Int, sent: Int) { get }

    func send(_ frame: Frame)
    func notifyWhenDrained(below bytes: Int)
    func pauseReading()
    func resumeReading()
    func close(code: Int, reason: String)
}

extension Connection: SessionConnection {}

extension EventConnection: SessionConnection {
    // Nothing is read from it.
    package var ownedBytes: Int {
        get { 0 }
        set {}
    }
    package func pauseReading() {}
    package func resumeReading() {}

    /// The error that was sent before tells why.
    package func close(code: Int, reason: String) { close() }
}
