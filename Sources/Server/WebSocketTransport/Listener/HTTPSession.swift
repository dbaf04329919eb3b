import CWebSockets
import TextBytes

/// HTTP on one socket: one request after the other, until an upgrade or the end.
///
/// libwebsockets parses the requests. Bodies, responses and time limits are handled here: lws would insert
/// each of its own time limits into a sorted list from the front, in O(sockets).
///
/// Pipelined requests are served, with an exception: lws 4.1 cannot read a body that it has received
/// together with an earlier request (see `lws_shim_may_be_pipelined`). Such a request is refused with 503,
/// and the connection closes.
final class HTTPSession: SocketRole, AnsweringConnection {
    private enum Stage {
        /// lws waits for a request, or parses its head.
        case idle
        case body(HTTPHead, [UInt8], since: Double)
        /// The application handles the request.
        case awaiting(since: Double)
        case answering(HTTPResponseWriter)
        /// The response is a stream of events, of which the head is written.
        case streaming(EventStream)
        /// The last response is sent; further input is discarded until then.
        case lingering(until: Double)
    }

    private let socket: Socket
    private unowned let listener: ListenerCore
    private var limits: ListenerConfiguration { listener.configuration }
    private var stage = Stage.idle
    /// Whether the current request is a HEAD.
    private var isHead = false
    /// Whether the head of the current request was checked.
    private var isChecked = false
    /// Whether the client has sent a request before the one ahead of it was answered, which proxies do not do.
    private var isPipelining = false
    /// The length of the current request's body.
    private var bodyBytes = 0
    private var keepsAlive = false
    /// Header fields for the response to the current request, besides those of all responses.
    private var ownFields: [(name: String, value: String)] = []
    private var mayHaveMoreBody = false
    private var requests: UInt64 = 0
    /// What lws had read from the socket when it ended the last request, in bytes; negative: not known.
    private var bytesReadBefore: Int64 = 0
    /// The response if the application does not answer in time.
    private var late: HTTPResponse?
    /// What follows the head that is being written.
    private var stream: EventStream?
    /// Bytes charged to the socket's account: for the request's body, and for what lws buffers.
    private var charged = (body: 0, kept: 0)

    private var headCheck: InputPeek?
    /// How the head of the current request was looked at before lws read it; nil: it was not.
    private var looks: HeadLooks?
    /// When lws began to wait for the next request.
    private var idleSince = EventLoop.now

    init(_ socket: Socket, _ listener: ListenerCore) {
        self.socket = socket
        self.listener = listener
        checkHead()
        // lws sets its own time limit after this call.
        socket.afterPass { socket.clearTimeout() }
    }

    /// Checks the head of the next request before lws reads it.
    private func checkHead() {
        looks = nil
        headCheck = socket.checkHead(after: bytesReadBefore) { [unowned self] found, head, looks in
            self.looks = looks
            switch found {
            case .readable: break
            case .malformed: refuseHead(.malformedHead)
            case .hasDotPart: refuseHead(.dotPart)
            case .tooLong: refuseHead(.longHead(head.longestField))
            }
        }
    }

    /// Whether the head that lws has parsed says what a proxy in front has read in it, if there is one.
    var isHeadChecked: Bool {
        guard let looks else { return false }
        return looks.sawAll(looks.count == 1 ? -1 : socket.bytesRead(since: bytesReadBefore))
    }

    /// Has the next head checked, unless lws has read some of it together with the request that is answered now.
    private func prepareNext() {
        let start = bytesReadBefore
        bytesReadBefore = unsafe lws_shim_bytes_read(socket.wsi, 1)
        guard !isPipelining, isChecked, let looks else { return self.looks = nil }
        guard !socket.isEncrypted else {
            if looks.isAlone, bodyBytes == 0 { checkHead() } else { self.looks = nil }
            return
        }
        let read = bytesReadBefore - start - Int64(looks.headBytes + bodyBytes)
        let isKnown = start >= 0 && bytesReadBefore >= 0
        if isKnown, read == 0 { return checkHead() }
        isPipelining = isKnown && read > 0
        self.looks = nil
    }

    /// What the listener has counted so far.
    var counters: Counters { listener.currentCounters }

    // MARK: Requests

    /// Handles a head that lws has parsed.
    ///
    /// - Returns: False to have lws close the socket.
    func receivedHead() -> Bool {
        guard isIdle else { return false }
        socket.clearTimeout()
        headCheck = nil
        isHead = false
        ownFields = []
        mayHaveMoreBody = false
        let isFirst = requests == 0
        isChecked = isHeadChecked
        requests += 1
        do throws(HTTPRefusal) {
            let head = try unsafe HTTPHead(of: socket.wsi)
            isHead = head.method.isSame(as: "HEAD")
            mayHaveMoreBody = head.hasBody
            if !isFirst, head.awaitsBody, isPipelined {
                refuseAtOnce(.pipelinedBody)
                return false
            }
            // What a proxy takes for the body of a request must not be read as the next one.
            keepsAlive = head.keepsAlive && (isChecked || isPipelining || socket.isEncrypted)
            let limit = listener.application.maxBodyBytes(at: head.segments) ?? limits.maxBodyBytes
            let count = try head.bodyCount(limit: limit)
            bodyBytes = count
            if case .upgradeRequired = listener.application.route(head.segments) {
                throw Handshake.isNeeded
            }
            if count > 0 {
                stage = .body(head, [], since: EventLoop.now)
                if head.expectsContinue { sendContinue() }
            } else {
                mayHaveMoreBody = false
                pass(HTTPRequest(head, body: [], from: socket.remoteAddress))
            }
        } catch {
            refuse(error)
        }
        return true
    }

    /// Whether the current request may have arrived together with an earlier one.
    ///
    /// Not if lws has read the socket since it ended the earlier one: it does so only when it has nothing
    /// left of what it read before. The end of the stream counts as one byte.
    private var isPipelined: Bool {
        guard unsafe lws_shim_may_be_pipelined(socket.wsi) != 0 else { return false }
        return socket.bytesRead(since: bytesReadBefore) < 2
    }

    /// Handles a piece of the body.
    ///
    /// - Returns: False to have lws close the socket.
    func received(_ piece: UnsafeRawBufferPointer) -> Bool {
        socket.countInput(piece.count)
        guard case .body(let head, var body, let since) = stage else { return !isOver }
        stage = .idle
        unsafe body.append(contentsOf: piece)
        chargeBody(body.capacity)
        stage = .body(head, body, since: since)
        return true
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

    /// Refuses an incomplete body; a response that is being sent continues.
    func reclaim() {
        if case .body = stage { refuse(.overloaded) }
    }

    /// Handles the end of the body.
    ///
    /// lws calls this again when more input arrives after the body, and resets its time limit: an end that was
    /// asked for does not come by itself then.
    ///
    /// - Returns: False to have lws close the socket.
    func receivedBody() -> Bool {
        mayHaveMoreBody = false
        guard case .body(let head, let body, _) = stage else { return !isOver }
        pass(HTTPRequest(head, body: body, from: socket.remoteAddress))
        return true
    }

    /// Passes a complete request on.
    private func pass(_ request: HTTPRequest) {
        late = nil
        stage = .awaiting(since: EventLoop.now)
        listener.serve(
            request, HTTPExchange(self, number: requests, on: listener.loop), isChecked: isChecked)
        // lws would spin over input, or the end of the stream, that it does not read meanwhile.
        if case .awaiting = stage { socket.hold(.request) }
    }

    private func sendContinue() {
        let text = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        unsafe text.withUnsafeBytes { _ = unsafe socket.write($0) }
    }

    // MARK: Responses

    /// Answers request number `request`, if it still waits.
    func answer(_ response: HTTPResponse, to request: UInt64) {
        guard request == requests, case .awaiting = stage else { return }
        respond(response)
    }

    /// Answers request number `request`, if it still waits, by a stream of events, or refuses it where there
    /// are too many sessions.
    ///
    /// - Parameters:
    ///   - caller: The client to count the stream for.
    ///   - prefix: What stands before the place in the ids of its events.
    ///   - open: Returns the handler of the stream.
    func stream(
        to request: UInt64, of caller: NetworkAddress?, prefix: String,
        _ open: (EventConnection) -> any ConnectionHandler
    ) {
        guard request == requests, case .awaiting = stage else { return }
        // lws spins over what it has read and may not pass on.
        guard let rest = looks?.restCount else {
            // Whether there is any is not known. Clients send a GET again that is not answered.
            return socket.end()
        }
        guard rest == 0 else { return refuse(.notAlone) }
        if let obstacle = listener.admitSession(of: caller) {
            return respond(HTTPRefusal.busy(obstacle).response)
        }
        let stream = EventStream(socket, limits.connectionLimits)
        stream.onEnd = { [unowned listener] in listener.sessionEnded(of: caller) }
        self.stream = stream
        let origin = ConnectionOrigin(
            address: caller?.text ?? socket.remoteAddress, isLocal: false)
        stream.accept(open(EventConnection(stream, of: socket, from: origin, prefix: prefix)))
        keepsAlive = false
        respond(.events)
    }

    /// Sets the response to request number `request` for the case that its time limit passes.
    func whenLate(_ response: HTTPResponse, for request: UInt64) {
        if request == requests { late = response }
    }

    /// Adds header fields to the response to request number `request`.
    func add(_ fields: [(name: String, value: String)], to request: UInt64) {
        if request == requests { ownFields += fields }
    }

    /// Restarts the time limit for the response to request number `request`.
    func keepWaiting(for request: UInt64) {
        guard request == requests, case .awaiting = stage else { return }
        stage = .awaiting(since: EventLoop.now)
    }

    /// Refuses the request; the connection takes no further one.
    private func refuse(_ refusal: HTTPRefusal) {
        keepsAlive = false
        respond(refusal.response)
    }

    /// Writes a refusal synchronously, before lws closes the socket.
    func refuseAtOnce(_ refusal: HTTPRefusal) {
        var answer = HTTPResponseWriter(
            refusal.response, isHead: false, keepsAlive: false, serverName: limits.serverName,
            fields: fields)
        listener.countResponse(refusal.status)
        while answer.writeNext(to: socket) == .hasMore {}
    }

    private func respond(_ response: HTTPResponse) {
        if !listener.isAccepting { keepsAlive = false }
        listener.countResponse(response.status)
        var answer = HTTPResponseWriter(
            response, isHead: isHead, keepsAlive: keepsAlive, serverName: limits.serverName,
            fields: fields)
        chargeBody(0)
        answer.charge(socket.account)
        stage = .answering(answer)
        socket.release(.request)
        socket.requestWritable()
    }

    /// Header fields besides those of a response.
    private var fields: [(name: String, value: String)] {
        let all = listener.securityHeaders.all
        return ownFields.isEmpty ? all : all + ownFields
    }

    func becameWritable() -> Bool {
        if case .streaming(let stream) = stage { return stream.becameWritable() }
        guard case .answering(var answer) = stage, socket.takesTurn(for: answer.unwrittenCount)
        else { return true }
        stage = .idle
        repeat {
            let progress = answer.writeNext(to: socket)
            if progress == .hasMore { continue }
            guard progress == .isBlocked || socket.isBlocked else {
                answer.discharge(socket.account)
                chargeKept(0)
                return progress == .isWritten && finish()
            }
            break
        } while socket.hasTurnLeft
        chargeKept(socket.isBlocked ? HTTPResponseWriter.copiedBytes : 0)
        stage = .answering(answer)
        socket.requestWritable()
        return true
    }

    private func finish() -> Bool {
        if let stream {
            stage = .streaming(stream)
            return stream.begin()
        }
        if keepsAlive {
            guard unsafe lws_http_transaction_completed(socket.wsi) == 0 else { return false }
            socket.clearTimeout()
            idleSince = EventLoop.now
            prepareNext()
            return true
        }
        guard mayHaveMoreBody else { return false }
        linger()
        return true
    }

    /// Ends the output and discards further input: closing with unread input would reset the connection,
    /// and the client might lose the response.
    ///
    /// lws reads nothing any more. It would take what follows a refused head, which it has not seen, for the next
    /// request: a page's, with whatever `Host` and without an `Origin`. And it spins over what follows a body.
    private func linger() {
        stage = .lingering(until: EventLoop.now + limits.closeSeconds)
        socket.discardInput()
        socket.endOutput()
    }

    /// Whether a request may begin.
    var isIdle: Bool { if case .idle = stage { !socket.isEnding } else { false } }

    /// Whether nothing of the peer is handled any more.
    private var isOver: Bool { if case .lingering = stage { true } else { socket.isEnding } }

    // MARK: Time and the end

    /// The stall limit while input waits after a response, in seconds.
    private static let spinSeconds = 1.0

    func tick(_ now: Double) {
        switch stage {
        case .streaming(let stream): stream.tick(now)
        case .idle:
            // Not `limits`, which would copy the configuration for each of thousands of sockets.
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
            // lws spins over input, or the end of the stream, which it does not read now.
            let patience = socket.hasInput ? Self.spinSeconds : .infinity
            if socket.hasStalled(now, after: min(patience, limits.stallSeconds))
                || socket.account.hasShed(for: limits.sheddingSeconds, at: now)
            {
                socket.end()
            }
        case .lingering(let end):
            if now >= end { socket.end() }
        }
    }

    func retire() {
        if case .idle = stage { socket.end() }
        stream?.close()
    }

    /// Refuses a head that lws would answer by closing, or by a 403 of its own, or would read as no other server does.
    private func refuseHead(_ refusal: HTTPRefusal) {
        refuseAtOnce(refusal)
        linger()
    }

    /// Stops the checks: the socket becomes a WebSocket, or is closed.
    func stopChecking() {
        headCheck = nil
    }

    func closed() {
        stopChecking()
        if case .answering(var answer) = stage { answer.discharge(socket.account) }
        stage = .idle
        stream?.closed()
        stream = nil
    }
}
