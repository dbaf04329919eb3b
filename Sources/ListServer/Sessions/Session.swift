import DequeModule
import ListEditing
import ListProtocol
import WebSocketTransport

/// One WebSocket session: decodes what it says, hands edits to the sequencers, sends the answers.
///
/// It runs on the event loop's thread; the connection calls it there.
actor Session: ConnectionHandler {
    /// Where the session stands.
    enum Stage: Sendable {
        case awaitingHello
        case open(Author)
        case ended
    }

    nonisolated let connection: Connection
    nonisolated let directory: Directory
    nonisolated let services: Services

    var stage = Stage.awaitingHello
    var openLists: Set<ListID> = []
    /// Edits without an answer, by list.
    var unanswered: [ListID: Int] = [:]
    /// The highest edit id that this session has sent, by list.
    var highestSent: [ListID: Int] = [:]
    /// Messages that wait for one before them.
    ///
    /// Bounded: while any wait, the socket is not read.
    private var inbox: Deque<DecodedMessage> = []
    /// A message is under way that later ones must not overtake.
    private var isBusy = false
    /// The server stops: what has not been taken yet is not taken any more.
    private var isListening = true

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe services.loop.asUnownedSerialExecutor()
    }

    init(_ connection: Connection, directory: Directory, services: Services) {
        self.connection = connection
        self.directory = directory
        self.services = services
    }

    nonisolated func received(_ message: [UInt8]) {
        assumeIsolated { $0.receive(message) }
    }

    nonisolated func refused(_ problem: FrameProblem) {
        assumeIsolated { $0.fail(problem) }
    }

    nonisolated func stalled() {
        assumeIsolated {
            $0.fail(ErrorMessage(.slowConsumer, "nothing was read from this socket for too long"))
        }
    }

    nonisolated func drained() {
        assumeIsolated { $0.catchUp() }
    }

    nonisolated func closed() {
        assumeIsolated { $0.end() }
    }

    /// Takes nothing more from the client, as the server is about to stop.
    ///
    /// Unanswered edits are the client's to send again.
    func stopListening() {
        isListening = false
        inbox = []
        connection.pauseReading()
    }

    private func receive(_ bytes: [UInt8]) {
        if case .ended = stage { return }
        guard isListening else { return }
        switch ClientFrame.decode(bytes, limits: services.limits) {
        case .messages(let messages):
            inbox.append(contentsOf: messages)
            pump()
        case .refused(let refusal):
            if refusal.code == .badMessage, case .awaitingHello = stage {
                fail(ErrorMessage(.helloExpected, "the first message is hello"))
            } else if refusal.code.isFatal {
                fail(ErrorMessage(refusal.code, refusal.message))
            } else {
                for error in refusal.errors { send(error) }
            }
        }
    }

    /// Handles what waits, in order, as far as nothing holds it up.
    func pump() {
        while !isBusy, !isFull, let message = inbox.popFirst() {
            if case .ended = stage {
                inbox = []
                return
            }
            switch message {
            case .problem(let problem): handle(problem)
            case .message(let message): handle(message)
            }
        }
        guard isListening else { return }
        if inbox.isEmpty {
            connection.resumeReading()
        } else {
            connection.pauseReading()
        }
    }

    /// Holds later messages back until what it returns is called, on the loop's thread.
    func holdBack() -> @Sendable () -> Void {
        isBusy = true
        return {
            // At the end of this pass: whoever calls is still at work.
            self.services.loop.execute {
                self.assumeIsolated { session in
                    session.isBusy = false
                    session.pump()
                }
            }
        }
    }

    /// Holds later messages back until `work` is done.
    func holding(_ work: @escaping @Sendable (isolated Session) async -> Void) {
        let done = holdBack()
        Task {
            await work(self)
            done()
        }
    }

    /// Whether some list has as many unanswered edits as a session may have.
    private var isFull: Bool {
        unanswered.values.contains { $0 >= services.limits.inFlight }
    }

    private func handle(_ problem: ErrorMessage) {
        guard case .awaitingHello = stage, problem.code != .badHello else {
            if problem.code.isFatal { fail(problem) } else { send(problem) }
            return
        }
        fail(ErrorMessage(.helloExpected, "the first message is hello"))
    }

    private func end() {
        retire()
        inbox = []
        services.metrics.sessionEnded()
    }

    private func catchUp() {
        let connection = connection
        for list in openLists {
            directory.assumeIsolated { $0.sequencer(of: list) }?.assumeIsolated {
                $0.visit { $0.catchUp(connection) }
            }
        }
    }
}
