// Canonical equivalence in this file: settings of the operator, and what the operator's own NATS
// servers write.
internal import CNATS
import Foundation

/// What a connection does that may block, on one thread: connecting, subscribing, sending, closing.
///
/// First in, first out; the thread is asked once for all that is added before it looks. The messages
/// that wait are bounded by `maximumBytes`, and so are those that it has taken: one for which there is no
/// room is refused.
@safe
final class OutgoingQueue: Sendable {
    private enum Item: Sendable {
        case message(NATSMessage, request: UInt64?)
        case subscribe(Subscriber)
        case unsubscribe(Subscriber)
        case moveOn
        case destroy(@Sendable () -> Void)
    }

    private let core: ConnectionCore
    private let maximumBytes: Int
    private let thread = DispatchQueue(label: "nats-sending")
    private let inbox = OutgoingQueue.makeInbox()
    private let lock = NSLock()
    nonisolated(unsafe) private var waiting: [Item] = []
    nonisolated(unsafe) private var messageBytes = 0
    nonisolated(unsafe) private var isSignalled = false
    nonisolated(unsafe) private var payloadLimit = 0
    /// These three are used by the sending thread alone.
    nonisolated(unsafe) private var connection: OpaquePointer?
    nonisolated(unsafe) private var answers: OpaquePointer?
    /// Subscriptions that have ended and are not freed yet.
    nonisolated(unsafe) private var ended = unsafe [OpaquePointer]()

    init(core: ConnectionCore, maximumBytes: Int) {
        self.core = core
        self.maximumBytes = maximumBytes
    }

    /// A subject below which no other connection subscribes.
    static func makeInbox() -> String {
        "_INBOX." + UUID().uuidString.filter { $0 != "-" }
    }

    var maximumPayload: Int { lock.withLock { unsafe payloadLimit } }

    // MARK: From any thread

    /// Connects, and subscribes to the answers of requests.
    func open(
        _ configuration: NATSConfiguration,
        done: @escaping @Sendable (Result<Void, NATSError>) -> Void
    ) {
        thread.async {
            do throws(NATSError) {
                try self.open(configuration)
                done(.success(()))
            } catch {
                done(.failure(error))
            }
        }
    }

    /// Adds a message, which is the request with a number or asks for nothing.
    func add(_ message: NATSMessage, request: UInt64?) -> Bool {
        add(.message(message, request: request), bytes: message.byteCount)
    }

    func subscribe(_ subscriber: Subscriber) { _ = add(.subscribe(subscriber), bytes: 0) }

    func unsubscribe(_ subscriber: Subscriber) { _ = add(.unsubscribe(subscriber), bytes: 0) }

    /// Ends the connection to the server that it has, so that libnats takes the next one.
    func moveOn() { _ = add(.moveOn, bytes: 0) }

    /// Closes the connection, if it is not, and frees it; calls `done` after that.
    func destroy(_ done: @escaping @Sendable () -> Void) { _ = add(.destroy(done), bytes: 0) }

    private func add(_ item: Item, bytes: Int) -> Bool {
        let isFirst: Bool? = lock.withLock {
            guard unsafe bytes == 0 || messageBytes + bytes <= maximumBytes else { return nil }
            unsafe messageBytes += bytes
            unsafe waiting.append(item)
            defer { unsafe isSignalled = true }
            return unsafe !isSignalled
        }
        if isFirst == true { thread.async { self.perform() } }
        return isFirst != nil
    }

    // MARK: On the sending thread

    private func open(_ configuration: NATSConfiguration) throws(NATSError) {
        // Released by the last callback, or here where there will be none.
        let held = unsafe Unmanaged.passRetained(core)
        var options: OpaquePointer?
        do throws(NATSError) {
            unsafe options = try unsafe configuration.makeOptions(context: held.toOpaque())
        } catch {
            unsafe held.release()
            throw error
        }
        defer { unsafe natsOptions_Destroy(options) }
        var made: OpaquePointer?
        let status = unsafe natsConnection_Connect(&made, options)
        guard status == NATS_OK, let made = unsafe made else {
            unsafe held.release()
            throw .ofConnecting(status, configuration)
        }
        unsafe connection = made
        core.open()
        let limit = Int(unsafe natsConnection_GetMaxPayload(made))
        lock.withLock { unsafe payloadLimit = limit }
        try subscribeToAnswers()
    }

    private func subscribeToAnswers() throws(NATSError) {
        let held = unsafe Unmanaged.passRetained(core)
        let status = unsafe natsConnection_Subscribe(
            &answers, connection, inbox + ".*", ConnectionCallbacks.answered, held.toOpaque())
        guard status == NATS_OK else {
            unsafe held.release()
            destroyNow()
            throw .notConnected(NATSError.text(of: status))
        }
        // Bounded by the requests under way.
        _ = unsafe natsSubscription_SetPendingLimits(answers, -1, -1)
        // Where the connection is closed already, libnats may still use the context: it is kept.
        _ = unsafe natsSubscription_SetOnCompleteCB(
            answers, ConnectionCallbacks.answersEnded, held.toOpaque())
    }

    private func perform() {
        let batch = lock.withLock {
            unsafe isSignalled = false
            unsafe messageBytes = 0
            defer { unsafe waiting = [] }
            return unsafe waiting
        }
        for item in batch {
            switch item {
            case .message(let message, let request): send(message, request)
            case .subscribe(let subscriber): subscribeNow(subscriber)
            case .unsubscribe(let subscriber): unsubscribeNow(subscriber)
            case .moveOn: moveOnNow()
            case .destroy(let done):
                destroyNow()
                done()
            }
        }
    }

    private func send(_ message: NATSMessage, _ request: UInt64?) {
        var message = message
        if let request { message.reply = "\(inbox).\(request)" }
        // What libnats would keep for the next connection is not sent.
        guard unsafe connection != nil,
            unsafe natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED
        else {
            fail(request, .notSent("not connected to NATS"))
            return
        }
        guard let made = unsafe message.makeMessage() else {
            fail(request, .notSent("the message cannot be sent"))
            return
        }
        defer { unsafe natsMsg_Destroy(made) }
        switch unsafe natsConnection_PublishMsg(connection, made) {
        case NATS_OK: break
        case NATS_MAX_PAYLOAD, NATS_INVALID_SUBJECT, NATS_INVALID_ARG, NATS_NO_SERVER_SUPPORT,
            NATS_INSUFFICIENT_BUFFER, NATS_CONNECTION_CLOSED, NATS_DRAINING:
            var status = NATS_OK
            let text = unsafe nats_GetLastError(&status).map { unsafe String(cString: $0) }
            fail(request, .notSent(text ?? "refused by libnats"))
        default: fail(request, .disconnected)
        }
    }

    private func fail(_ request: UInt64?, _ error: RequestError) {
        if let request { core.fail(request, error) }
    }

    private func subscribeNow(_ subscriber: Subscriber) {
        let held = unsafe Unmanaged.passRetained(subscriber)
        let status =
            if let group = subscriber.group {
                unsafe natsConnection_QueueSubscribe(
                    &subscriber.handle, connection, subscriber.subject, group,
                    ConnectionCallbacks.received, held.toOpaque())
            } else {
                unsafe natsConnection_Subscribe(
                    &subscriber.handle, connection, subscriber.subject,
                    ConnectionCallbacks.received, held.toOpaque())
            }
        guard status == NATS_OK else {
            // Closed: the owner is told so by an event.
            unsafe held.release()
            return
        }
        _ = unsafe natsSubscription_SetOnCompleteCB(
            subscriber.handle, ConnectionCallbacks.subscriptionEnded, held.toOpaque())
    }

    /// Ends a subscription; frees those that have ended, 32 of them at a time.
    ///
    /// libnats 3.4.1 does not retain a subscription while it reads a message for it. What comes back
    /// after its end proves that it no longer does: the answer to a ping, for which this waits.
    private func unsubscribeNow(_ subscriber: Subscriber) {
        guard let handle = unsafe subscriber.handle else { return }
        unsafe subscriber.handle = nil
        _ = unsafe natsSubscription_Unsubscribe(handle)
        unsafe ended.append(handle)
        if unsafe connection == nil || (ended.count % 32 == 0 && isReadBehind()) { freeEnded() }
    }

    /// Whether libnats has read everything that was on its way.
    private func isReadBehind() -> Bool {
        unsafe natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED
            && natsConnection_FlushTimeout(connection, 100) == NATS_OK
    }

    private func freeEnded() {
        unsafe ended.forEach { unsafe natsSubscription_Destroy($0) }
        unsafe ended = []
    }

    /// This version of libnats moves to another server only when its socket ends.
    private func moveOnNow() {
        guard unsafe connection != nil,
            unsafe natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED
        else { return }
        var address: UnsafeMutablePointer<CChar>?
        var own: Int32 = 0
        guard unsafe natsConnection_GetLocalIPAndPort(connection, &address, &own) == NATS_OK else {
            return
        }
        unsafe free(address)
        var url = [UInt8](repeating: 0, count: 1024)
        let status = unsafe url.withUnsafeMutableBytes { bytes in
            unsafe natsConnection_GetConnectedUrl(
                connection, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
        }
        let text = String(decoding: url.prefix { $0 != 0 }, as: UTF8.self)
        guard status == NATS_OK, let peer = text.split(separator: ":").last.flatMap({ Int($0) })
        else { return }
        _ = SocketSearch.endConnection(from: Int(own), to: peer)
    }

    private func destroyNow() {
        guard let made = unsafe connection else { return }
        core.close()
        // Waits for the thread that reads: nothing uses the subscriptions any more.
        unsafe natsConnection_Close(made)
        unsafe natsSubscription_Destroy(answers)
        freeEnded()
        unsafe natsConnection_Destroy(made)
        unsafe answers = nil
        unsafe connection = nil
    }
}
