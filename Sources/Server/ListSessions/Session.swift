import DequeModule
import ListEditing
package import ListHosting
import ListProtocol
import Logging
import WebSocketTransport

/// One WebSocket session: decodes its messages, hands edits to the sequencers, sends the answers.
///
/// Confined to the loop's thread; the connection calls it there.
package final class Session: ConnectionHandler {
    /// The stage of the session.
    package enum Stage: Sendable {
        case awaitingHello
        case open(Principal)
        case ended
    }

    let connection: any SessionConnection
    let directory: SessionDirectory
    let services: SessionServices
    /// Answers those who run the server; nil where none may be asked in this session.
    let admin: (any AdminAnswering)?

    var stage = Stage.awaitingHello
    var openLists: Set<ListID> = []
    /// The edits that this session has sent, by list.
    var sent = SentEditsByList()
    var lostLists = LostLists()
    /// Lists whose unanswered edits were left unanswered in this pass: one message for all of them.
    var unansweredLists: Set<ListID> = []
    /// The list that it edited last.
    var editTarget: EditTarget?
    /// Lists with as many unanswered edits as a session may have of one.
    var fullLists = 0
    /// Messages that wait for one before them.
    ///
    /// Bounded: while any wait, the socket is not read.
    private var inbox: Deque<DecodedMessage> = []
    /// What is left of the edits that it may send.
    var allowance: TokenBucket?
    private var isFirstFrame = true
    /// Bytes that its next frame may have.
    var frameBytes: Int { isFirstFrame ? ClientFrame.firstFrameBytes : services.limits.frameBytes }
    private var queriedLists = QueriedLists()
    /// How often a message is under way that later ones must not overtake.
    private var holds: Set<Int> = []
    private var nextHold = 0
    /// The server stops: what has not been taken yet is not taken any more.
    private var isListening = true
    /// For the line that the log has of it at its end.
    var tally: SessionTally
    /// Due when there was no hello, and then when the grants of the session end.
    var expiry: Scheduled?

    /// - Parameter admin: nil where none may be asked for the figures of the server in this session.
    init(
        _ connection: any SessionConnection, in directory: SessionDirectory,
        admin: (any AdminAnswering)? = nil
    ) {
        self.connection = connection
        self.directory = directory
        services = directory.services
        self.admin = admin
        tally = SessionTally(began: services.loop.now)
        allowance = services.settings.editRate?.bucket(now: services.runtime.clock.now())
    }

    func received(_ message: [UInt8]) { receive(message) }

    func refused(_ problem: FrameProblem) { fail(problem) }

    func stalled() {
        fail(ErrorMessage(.slowConsumer, "nothing was read from this socket for too long"))
    }

    func drained() {
        catchUp()
        pump()
    }

    func peerCloses(code: Int?, reason: String) { tally.ended("client", code: code) }

    func closed() { end() }

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
        defer { isFirstFrame = false }
        switch ClientFrame.decode(bytes, limits: services.limits, isFirst: isFirstFrame) {
        case .messages(let messages):
            inbox.append(contentsOf: messages)
            pump()
            countInbox(frameBytes: bytes.count)
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

    /// What decoded messages take in memory, about, for each byte of their frame.
    private static let decodedFactor = 4

    /// Counts the messages of a frame that wait.
    private func countInbox(frameBytes: Int) {
        if !inbox.isEmpty { connection.ownedBytes = Self.decodedFactor * frameBytes }
    }

    /// Messages that are handled in one turn of the loop: a frame may hold thousands.
    private static let turnMessages = 1_000

    /// Handles what waits, in order, as far as nothing holds it up; what is more than a turn takes, in a later
    /// one.
    func pump() {
        unansweredLists = []
        var left = Self.turnMessages
        while holds.isEmpty, !isFull, !isClogged, let message = inbox.first,
            !queriedLists.holdBack(message)
        {
            guard left > 0 else {
                holdBack()()
                break
            }
            left -= 1
            inbox.removeFirst()
            if case .ended = stage {
                inbox = []
                return
            }
            switch message {
            case .problem(let problem): handle(problem)
            case .message(let message): handle(message)
            }
        }
        if inbox.isEmpty { connection.ownedBytes = 0 }
        guard isListening else { return }
        if inbox.isEmpty {
            connection.resumeReading()
        } else {
            connection.pauseReading()
            awaitRoom()
        }
    }

    /// Holds later messages back until what it returns is called.
    func holdBack() -> () -> Void {
        nextHold += 1
        let hold = nextHold
        holds.insert(hold)
        return {
            // At the end of this pass: the caller has not finished.
            self.services.loop.afterPass {
                if self.holds.remove(hold) != nil { self.pump() }
            }
        }
    }

    /// Holds later messages back until `work` is done.
    ///
    /// - Parameter longest: Seconds after which later messages are handled though it is not.
    func holding(
        atMost longest: Double? = nil,
        _ work: @escaping @Sendable (isolated LoopActor, Session) async -> Void
    ) {
        let done = holdBack()
        let timer = longest.map { services.loop.schedule(after: $0, done) }
        services.runtime.begin(with: (self, done)) { loop, bound in
            await work(loop, bound.0)
            timer?.cancel()
            bound.1()
        }
    }

    /// Holds later queries of a list back until what it returns is called.
    func holdQueries(of list: ListID) -> () -> Void {
        queriedLists.insert(list)
        return {
            self.services.loop.afterPass {
                self.queriedLists.remove(list)
                self.pump()
            }
        }
    }

    /// Whether some list has as many unanswered edits as a session may have.
    private var isFull: Bool { fullLists > 0 }

    /// Whether so much waits for the session already that nothing it asks for is answered before
    /// it has read some of that.
    private var isClogged: Bool {
        let queued = connection.queuedBytes
        return queued > services.limits.queueBytes || (queued > 0 && connection.isThrottled)
    }

    private func awaitRoom() {
        guard isClogged else { return }
        let mark = connection.isThrottled ? 0 : services.limits.queueBytes / 4
        connection.notifyWhenDrained(below: mark)
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
        services.monitor.metrics.sessionEnded()
        logEnd()
    }

    private func catchUp() {
        let number = connection.id
        for list in openLists {
            services.lists.sequencer(of: list)?.drained(number)
        }
    }
}

extension Session {
    /// Closes the session unless it sends `hello` in time.
    func awaitHello() {
        expiry = services.loop.schedule(after: Double(services.settings.helloSeconds)) {
            guard case .awaitingHello = self.stage else { return }
            self.fail(ErrorMessage(.helloExpected, "no hello came in time"))
        }
    }

    /// Answers a `hello`: at once without authentication, else when its token is checked, and
    /// what was sent after it waits for that.
    func greet(_ hello: Hello) {
        if let grants = services.authenticator.open {
            welcome(hello, grants)
            return
        }
        holding { _, session in
            do throws(ErrorMessage) {
                let grants = try await session.services.authenticator.grants(for: hello.token)
                session.welcome(hello, grants)
            } catch {
                session.fail(error)
            }
        }
    }

    private func welcome(_ hello: Hello, _ grants: Grants) {
        guard case .awaitingHello = stage else { return }
        guard !services.monitor.health.isStopping else {
            fail(ErrorMessage(.shuttingDown, "the server stops: come back in a moment"))
            return
        }
        // The file of revoked tokens may have been read again since the token was checked.
        if let refusal = services.authenticator.revocation(of: grants) { return fail(refusal) }
        let principal = Principal(
            key: hello.client ?? services.runtime.makeID(), name: hello.name, grants: grants)
        begin(as: principal)
        send(
            Welcome(
                server: services.settings.server, client: principal.client, user: grants.user,
                limits: services.limits,
                features: features(for: grants),
                servers: services.settings.servers, time: services.runtime.clock.now()))
        if let end = grants.expires { awaitExpiry(end) }
    }

    private func features(for grants: Grants) -> [String] {
        let isOperator = admin != nil && adminRefusal(grants) == nil
        return services.settings.features + (isOperator ? ["admin"] : [])
    }

    private func begin(as principal: Principal) {
        expiry?.cancel()
        stage = .open(principal)
        tally.principal = principal
        directory.began(self, client: principal.client)
    }

    /// Begins without `hello`, for a stream of events: it has one list open, and nothing comes from its client.
    func follow(_ list: OpenList, as principal: Principal) {
        begin(as: principal)
        // The file of revoked tokens may have been read again since the token was checked.
        if let refusal = services.authenticator.revocation(of: principal.grants) {
            return fail(refusal)
        }
        if let end = principal.grants.expires { awaitExpiry(end) }
        handle(.open(list))
    }
}

extension Session {
    /// Logs one line, without any content of the session.
    func logEnd() {
        services.runtime.log.info(
            "session ended", metadata: tally.metadata(of: connection, now: services.loop.now))
    }
}

extension SessionTally {
    /// - Parameters:
    ///   - connection: still with its counts.
    ///   - now: In seconds of the loop.
    fileprivate func metadata(
        of connection: any SessionConnection, now: Double
    ) -> Logger.Metadata {
        let seconds = now - began
        // Canonical equivalence: the names are words of this program.
        var metadata: Logger.Metadata = [
            "session": "\(connection.id)", "address": "\(connection.origin.address)",
            "why": "\(why)",
            "seconds": "\((seconds * 1000).rounded() / 1000)", "edits": "\(edits)",
            "rejected": "\(rejected)", "received": "\(connection.traffic.received)",
            "sent": "\(connection.traffic.sent)",
        ]
        if let closeCode { metadata["code"] = "\(closeCode)" }
        if let principal { metadata["client"] = "\(principal.client.text)" }
        if let user = principal?.grants.user { metadata["user"] = "\(LogText.plain(user))" }
        return metadata
    }
}

/// What a session did, for the line that the log has of it at its end.
struct SessionTally: Sendable {
    /// In seconds of the loop.
    let began: Double
    /// The principal, once the session has sent `hello`.
    var principal: Principal?
    /// Edits, undos and redos that went to a list.
    var edits = 0
    /// Those that were rejected, also before they reached a list.
    var rejected = 0
    /// Why it ended: an error's code, or `client` where the client closed; `lost` where neither side sent
    /// anything.
    private(set) var why = "lost"
    /// The close code that was sent or, where the client closed, received.
    private(set) var closeCode: Int?

    init(began: Double) {
        self.began = began
    }

    /// The first reason counts: what follows is its consequence.
    mutating func ended(_ why: String, code: Int?) {
        // Canonical equivalence: the reasons are words of this program.
        guard self.why == "lost" else { return }
        self.why = why
        closeCode = code
    }
}
