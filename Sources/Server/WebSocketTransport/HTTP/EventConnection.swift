/// A stream of events as its owner has it: a connection that only sends.
///
/// Confined to its loop's thread, but for the properties that are `let`.
package final class EventConnection: Sendable {
    /// Unique among the connections of this process.
    package let id: UInt64
    /// Where it comes from.
    package let origin: ConnectionOrigin
    private let stream: LoopBound<EventStream>
    private let prefix: String

    /// - Parameter prefix: What stands before the place in the ids of its events.
    init(_ stream: EventStream, of socket: Socket, from origin: ConnectionOrigin, prefix: String) {
        id = ConnectionNumber.next()
        self.origin = origin
        self.stream = LoopBound(stream, loop: socket.loop)
        self.prefix = prefix
    }

    /// Sends a message as an event after all earlier ones; one that is no event of a stream is left out.
    ///
    /// As ``Connection/send(_:)`` does.
    package func send(_ frame: Frame) { stream.value.send(frame, prefix: prefix) }

    /// Bytes that the kernel has not accepted yet.
    package var queuedBytes: Int { stream.value.queuedBytes }

    /// Whether the connection has to release memory; see ``MemoryLedger``.
    package var isThrottled: Bool { stream.value.isThrottled }

    /// Bytes of received bodies, and all bytes sent, so far.
    package var traffic: (received: Int, sent: Int) { stream.value.traffic }

    /// Calls the handler's `drained()` once, as soon as at most `bytes` are queued; never synchronously.
    package func notifyWhenDrained(below bytes: Int) {
        stream.value.notifyWhenDrained(below: bytes)
    }

    /// Sends what is queued, and ends.
    package func close() { stream.value.close() }
}
