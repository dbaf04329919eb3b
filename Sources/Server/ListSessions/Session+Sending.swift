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
    nonisolated func dismiss(_ error: ErrorMessage) {
        assumeIsolated { $0.fail(error) }
    }

    nonisolated func openFailed(_ list: ListID, _ unavailability: Unavailability) {
        assumeIsolated {
            $0.openLists.remove(list)
            switch unavailability {
            case .deleted:
                $0.lostLists.close(list)
                $0.send(AccessError.unknown(list))
            case .unavailable:
                $0.lostLists.insert(list, open: $0.openLists)
                $0.send(AccessError.unreadable(list))
            }
        }
    }

    fileprivate func send(_ answer: EditOutcome, id: Int, list: ListID) {
        if case .rejected = answer { tally.rejected += 1 }
        connection.send(Frame(text: answer.message(id: id, list: list)))
    }
}

extension Session: EditSubmitter {
    nonisolated var connectionID: UInt64? { connection.id }

    nonisolated func answered(
        _ edit: AnsweredEdit, in list: ListID, counts: [Int], isDelivered: Bool
    ) {
        assumeIsolated { session in
            if case .ended = session.stage { return }
            if !isDelivered { session.send(edit.outcome, id: edit.id, list: list) }
            if case .rejected(let rejection) = edit.outcome, rejection.code == .unavailable {
                session.noteRefused(edit.id, list)
            }
            if session.noteAnswered(list) { session.resume() }
        }
    }

    nonisolated func leftUnanswered(id: Int, list: ListID) {
        assumeIsolated { session in
            if case .ended = session.stage { return }
            let isFirst = session.giveBack(list)
            if session.noteUnanswered(id, list) || isFirst { session.resume() }
        }
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
        services.loop.execute { self.assumeIsolated { $0.pump() } }
    }
}

extension Session: SubscriberLink {
    nonisolated var connectionNumber: UInt64 { connection.id }
    nonisolated var queuedBytes: Int { connection.queuedBytes }
    nonisolated var isThrottled: Bool { connection.isThrottled }

    nonisolated func send(_ frame: Frame) { connection.send(frame) }

    nonisolated func notifyWhenDrained(below bytes: Int) {
        connection.notifyWhenDrained(below: bytes)
    }

    nonisolated func acknowledge(_ answer: EditOutcome, id: Int, list: ListID) {
        assumeIsolated { $0.send(answer, id: id, list: list) }
    }

    nonisolated func listClosed(_ list: ListID, _ unavailability: Unavailability) {
        assumeIsolated { session in
            session.openLists.remove(list)
            switch unavailability {
            case .unavailable: session.lostLists.insert(list, open: session.openLists)
            // What is not answered now never is, and the client knows why.
            case .deleted: session.unansweredLists.insert(list)
            }
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
