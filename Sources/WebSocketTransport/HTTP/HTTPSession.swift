import CWebSockets

/// HTTP on one socket: one request after the other, until an upgrade or the end.
///
/// libwebsockets reads the requests; bodies, answers, and the time of all are kept here: each of lws's own
/// time limits would go into a sorted list that is walked from its begin.
final class HTTPSession: SocketRole {
    private enum Stage {
        /// lws waits for a request, or reads its head.
        case idle
        case body(HTTPHead, [UInt8], since: Double)
        /// The application has the request.
        case awaiting(since: Double)
        case answering(HTTPAnswer)
        /// The last answer has gone out; what still comes is read over until then.
        case lingering(until: Double)
    }

    private let socket: Socket
    private unowned let listener: ListenerCore
    private var limits: ListenerConfiguration { listener.configuration }
    private var stage = Stage.idle
    /// Of the request under way.
    private var isHead = false
    private var keepsAlive = false
    private var mayHaveMoreBody = false
    private var requests: UInt64 = 0
    /// What is answered where the application does not answer in time.
    private var late: HTTPResponse?
    /// What of the socket's account is for the request's body, and for what lws keeps of the answer.
    private var charged = (body: 0, kept: 0)

    private var targetCheck: InputPeek?
    /// When lws began to wait for a request.
    private var idleSince = EventLoop.now
    /// Whether nothing came together with the head of the request under way: then the next one can be
    /// looked at, too.
    private var isAlone = false

    init(_ socket: Socket, _ listener: ListenerCore) {
        self.socket = socket
        self.listener = listener
        checkTarget()
        // Once lws has set its own.
        socket.afterPass { socket.clearTimeout() }
    }

    /// Looks at the target of the next request before lws does.
    private func checkTarget() {
        isAlone = false
        targetCheck = socket.checkTarget { [unowned self] isReadable, isAlone in
            self.isAlone = isAlone
            if !isReadable { refuseTarget() }
        }
    }

    /// What the listener has counted so far.
    var counters: Counters { listener.figures }

    // MARK: Requests

    /// lws has read a head.
    func begin() {
        socket.clearTimeout()
        targetCheck = nil
        isHead = false
        mayHaveMoreBody = false
        do throws(HTTPRefusal) {
            let head = try unsafe HTTPHead(of: socket.wsi)
            isHead = head.method == "HEAD"
            keepsAlive = head.keepsAlive
            mayHaveMoreBody = head.hasBody
            if mayHaveMoreBody { isAlone = false }
            let count = try head.bodyCount(limit: limits.maxBodyBytes)
            guard head.segments.first != "ws" else { throw Handshake.isNeeded }
            guard count > 0 else {
                mayHaveMoreBody = false
                return route(HTTPRequest(head, body: [], from: socket.remoteAddress))
            }
            stage = .body(head, [], since: EventLoop.now)
            if head.expectsContinue { askForBody() }
        } catch {
            refuse(error)
        }
    }

    /// A piece of the body.
    func received(_ piece: UnsafeRawBufferPointer) {
        socket.countInput(piece.count)
        guard case .body(let head, var body, let since) = stage else { return }
        stage = .idle
        unsafe body.append(contentsOf: piece)
        chargeBody(body.capacity)
        stage = .body(head, body, since: since)
    }

    private func chargeBody(_ count: Int) {
        guard count != charged.body else { return }
        socket.account.add(count - charged.body)
        charged.body = count
    }

    private func chargeKept(_ count: Int) {
        guard count != charged.kept else { return }
        socket.account.add(count - charged.kept)
        charged.kept = count
    }

    /// Refuses a body that is not whole, and may never be.
    ///
    /// What is being answered goes on, for a while.
    func reclaim() {
        if case .body = stage { refuse(.overloaded) }
    }

    /// The body is whole.
    ///
    /// lws may say so again when more comes behind it.
    func receivedBody() {
        mayHaveMoreBody = false
        guard case .body(let head, let body, _) = stage else { return }
        route(HTTPRequest(head, body: body, from: socket.remoteAddress))
    }

    private func route(_ request: HTTPRequest) {
        requests += 1
        late = nil
        stage = .awaiting(since: EventLoop.now)
        listener.route(request, HTTPExchange(self, request: requests))
        // Neither a next request nor the peer's end would be looked at: lws would spin over it.
        if case .awaiting = stage { socket.hold(.request) }
    }

    private func askForBody() {
        let text = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        unsafe text.withUnsafeBytes { _ = unsafe socket.write($0) }
    }

    // MARK: Answers

    /// Answers request number `request`, if that is the one that waits.
    func answer(_ response: HTTPResponse, to request: UInt64) {
        guard request == requests, case .awaiting = stage else { return }
        respond(response)
    }

    /// Says what is answered to request number `request` where its time is over.
    func whenLate(_ response: HTTPResponse, for request: UInt64) {
        if request == requests { late = response }
    }

    /// Begins the time anew that the answer to request number `request` may take.
    func keepWaiting(for request: UInt64) {
        guard request == requests, case .awaiting = stage else { return }
        stage = .awaiting(since: EventLoop.now)
    }

    /// Turns the request down and takes no further one.
    func refuse(_ refusal: HTTPRefusal) {
        keepsAlive = false
        respond(refusal.response)
    }

    /// Turns a request down at once, for lws closes the socket upon it.
    func refuseAtOnce(_ refusal: HTTPRefusal) {
        var answer = HTTPAnswer(
            refusal.response, isHead: false, keepsAlive: false, serverName: limits.serverName)
        listener.responds(refusal.status)
        while answer.writeNext(to: socket) == .hasMore {}
    }

    private func respond(_ response: HTTPResponse) {
        if !listener.isAccepting { keepsAlive = false }
        listener.responds(response.status)
        var answer = HTTPAnswer(
            response, isHead: isHead, keepsAlive: keepsAlive, serverName: limits.serverName)
        chargeBody(0)
        answer.charge(socket.account)
        stage = .answering(answer)
        socket.release(.request)
        socket.requestWritable()
    }

    /// No more goes out of one socket before others have their turn.
    private static let piecesPerPass = 4

    func becameWritable() -> Bool {
        guard case .answering(var answer) = stage else { return true }
        stage = .idle
        for _ in 0..<Self.piecesPerPass {
            let progress = answer.writeNext(to: socket)
            if progress == .hasMore { continue }
            guard progress == .isBlocked || socket.isBlocked else {
                answer.discharge(socket.account)
                chargeKept(0)
                return progress == .isWritten && finish()
            }
            break
        }
        chargeKept(socket.isBlocked ? HTTPAnswer.copiedBytes : 0)
        stage = .answering(answer)
        socket.requestWritable()
        return true
    }

    private func finish() -> Bool {
        if keepsAlive {
            guard unsafe lws_http_transaction_completed(socket.wsi) == 0 else { return false }
            socket.clearTimeout()
            idleSince = EventLoop.now
            if isAlone { checkTarget() }
            return true
        }
        guard mayHaveMoreBody else { return false }
        linger()
        return true
    }

    /// Sends no more, and reads over what still comes: closing over unread bytes would take the answer
    /// back.
    private func linger() {
        stage = .lingering(until: EventLoop.now + limits.closeSeconds)
        socket.endOutput()
    }

    // MARK: Time and the end

    /// A peer that has more to say and takes nothing of its answer is borne with for so long.
    private static let spinSeconds = 1.0

    func tick(_ now: Double) {
        switch stage {
        case .idle:
            // Not by way of `limits`, which would be copied for each of thousands of sockets.
            let seconds =
                requests == 0
                ? listener.configuration.handshakeSeconds : listener.configuration.keepAliveSeconds
            if now - idleSince >= seconds { socket.end() }
        case .body(_, _, let since):
            guard now - since >= limits.requestSeconds else { return }
            refuse(HTTPRefusal(status: 408, reason: "the request took too long"))
        case .awaiting(let since):
            guard now - since >= limits.requestSeconds else { return }
            respond(late ?? HTTPResponse(status: 503, text: "no answer in time\n"))
        case .answering:
            // lws spins over input, or its end, that it does not read while it answers.
            let patience = socket.hasInput ? Self.spinSeconds : .infinity
            if socket.hasStalled(now, after: min(patience, limits.stallSeconds))
                || socket.account.hasPaid(for: limits.payingSeconds, at: now)
            {
                socket.end()
            }
        case .lingering(let end):
            if now >= end { socket.end() }
        }
    }

    func retire() {
        if case .idle = stage { socket.end() }
    }

    /// lws is about to read a target that it cannot read: it would close, or answer 403 in its own words.
    private func refuseTarget() {
        socket.skipInput()
        refuseAtOnce(.malformedTarget)
        linger()
    }

    /// The socket is a WebSocket's from here on, or gone.
    func ends() {
        targetCheck = nil
    }

    func closed() {
        ends()
        if case .answering(var answer) = stage { answer.discharge(socket.account) }
        stage = .idle
    }
}
