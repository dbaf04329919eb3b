// Canonical equivalence: the names are words of this program.
/// What a message is in a stream of events.
package struct StreamEvent: Hashable, Sendable {
    /// The event's type.
    package let name: String
    /// From where its receiver can go on: the number in the event's id; nil: it has none.
    package let place: Int?
    /// Whether the stream ends with it.
    package let isLast: Bool

    package init(_ name: String, place: Int? = nil, isLast: Bool = false) {
        self.name = name
        self.place = place
        self.isLast = isLast
    }

    /// What stands before the message.
    func head(prefix: String) -> [UInt8] {
        let id = place.map { "id: \(prefix)\($0)\n" } ?? ""
        return Array("event: \(name)\n\(id)data: ".utf8)
    }
}

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
        id = Connection.nextID()
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
