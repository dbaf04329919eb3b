import ListEditing
import WebSocketTransport

/// The sessions that have one list open, and what each has been sent.
struct Audience: Sendable {
    private(set) var subscriptions: [Subscription] = []
    private var positions: [UInt64: Int] = [:]

    var isEmpty: Bool { subscriptions.isEmpty }
    var count: Int { subscriptions.count }

    subscript(connection: UInt64) -> Subscription? {
        get { positions[connection].map { subscriptions[$0] } }
        set {
            switch (positions[connection], newValue) {
            case (let position?, let value?):
                subscriptions[position] = value
            case (nil, let value?):
                positions[connection] = subscriptions.count
                subscriptions.append(value)
            case (let position?, nil):
                remove(at: position, connection)
            case (nil, nil):
                break
            }
        }
    }

    mutating func removeAll() {
        subscriptions = []
        positions = [:]
    }

    /// Sends one shared frame of sets to everyone who keeps up.
    ///
    /// Policy of the outbound queues: a session with more than `bound` bytes queued is sent no
    /// further sets until its socket has drained; it then gets what it missed as one.
    ///
    /// - Parameter revision: The list's revision before the sets.
    /// - Returns: The number of sessions that were sent the frame.
    mutating func publish(_ frame: Frame, after revision: Int, bound: Int) -> Int {
        var sent = 0
        for index in subscriptions.indices where subscriptions[index].lag == nil {
            let connection = subscriptions[index].connection
            if connection.queuedBytes + frame.wireCount > bound, connection.queuedBytes > 0 {
                subscriptions[index].lag = Subscription.Lag(delivered: revision)
                connection.notifyWhenDrained(below: bound / 4)
            } else {
                connection.send(frame)
                sent += 1
            }
        }
        return sent
    }

    /// Sends a frame that nobody needs, to everyone who keeps up.
    func offer(_ frame: Frame, bound: Int) {
        for subscription in subscriptions where subscription.lag == nil {
            guard subscription.connection.queuedBytes + frame.wireCount <= bound else { continue }
            subscription.connection.send(frame)
        }
    }

    private mutating func remove(at position: Int, _ connection: UInt64) {
        positions[connection] = nil
        let last = subscriptions.removeLast()
        guard position < subscriptions.count else { return }
        subscriptions[position] = last
        positions[last.connection.id] = position
    }
}
