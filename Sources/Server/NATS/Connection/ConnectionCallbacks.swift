// Canonical equivalence in this file: settings of the operator, and what the operator's own NATS
// servers write.
internal import CNATS

/// What libnats calls, on threads of its own, with a ``ConnectionCore`` that it holds.
enum ConnectionCallbacks {
    static let disconnected: natsConnectionHandler = { connection, context in
        unsafe core(context)?.disconnected(lastError(of: connection))
    }

    static let reconnected: natsConnectionHandler = { connection, context in
        let url = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
            unsafe buffer.initialize(repeating: 0)
            _ = unsafe natsConnection_GetConnectedUrl(connection, buffer.baseAddress, buffer.count)
            return unsafe buffer.baseAddress.map { unsafe String(cString: $0) } ?? ""
        }
        unsafe core(context)?.report(.reconnected(NATSError.withoutSecrets(url)))
    }

    /// The last callback of a connection.
    static let closed: natsConnectionHandler = { connection, context in
        guard let context = unsafe context else { return }
        let core = unsafe Unmanaged<ConnectionCore>.fromOpaque(context).takeRetainedValue()
        core.closed(unsafe lastError(of: connection))
    }

    /// libnats dropped messages, or a server refused something: the follower finds the gap.
    ///
    /// Without it libnats writes to standard error. The subscription may be freed already.
    static let failed: natsErrHandler = { _, _, _, _ in }

    /// An answer to a request; the last token of its subject is the request's number.
    static let answered: natsMsgHandler = { _, _, message, context in
        guard let message = unsafe message else { return }
        let copy = unsafe NATSMessage(copying: message)
        unsafe natsMsg_Destroy(message)
        guard let token = copy.subject.split(separator: ".").last, let number = UInt64(token) else {
            return
        }
        unsafe core(context)?.receive(copy, for: number)
    }

    static let answersEnded: natsOnCompleteCB = { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<ConnectionCore>.fromOpaque(context).release()
    }

    /// A message of a subscription.
    static let received: natsMsgHandler = { _, _, message, context in
        guard let message = unsafe message, let context = unsafe context else { return }
        let copy = unsafe NATSMessage(copying: message)
        unsafe natsMsg_Destroy(message)
        unsafe Unmanaged<Subscriber>.fromOpaque(context).takeUnretainedValue().deliver(copy)
    }

    static let subscriptionEnded: natsOnCompleteCB = { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Subscriber>.fromOpaque(context).release()
    }

    private static func core(_ context: UnsafeMutableRawPointer?) -> ConnectionCore? {
        unsafe context.map {
            unsafe Unmanaged<ConnectionCore>.fromOpaque($0).takeUnretainedValue()
        }
    }

    private static func lastError(of connection: OpaquePointer?) -> String {
        var text: UnsafePointer<CChar>?
        let status = unsafe natsConnection_GetLastError(connection, &text)
        guard status != NATS_OK else { return "" }
        let detail = unsafe text.map { unsafe String(cString: $0) } ?? ""
        let general = unsafe String(cString: natsStatus_GetText(status))
        return NATSError.withoutSecrets(detail.isEmpty ? general : "\(general): \(detail)")
    }
}
