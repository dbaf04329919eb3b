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

    /// From which revision on a session is sent every set, and whether it is behind; nil: it does not
    /// have the list open.
    func delivery(to connection: UInt64) -> (sentFrom: Int, isBehind: Bool)? {
        positions[connection].map {
            (subscriptions[$0].sentFrom, subscriptions[$0].isBehind)
        }
    }

    /// Notes an answer for a session that is behind.
    mutating func owe(_ answer: Subscription.OwedAnswer, to connection: UInt64) {
        guard let position = positions[connection] else { return }
        subscriptions[position].lag?.owed.append(answer)
    }

    mutating func removeAll() {
        subscriptions = []
        positions = [:]
    }

    /// Sends one shared frame of sets to everyone who keeps up.
    ///
    /// Policy of the outbound queues: a session with more than `bound` bytes queued is sent no
    /// further sets until its socket has drained; it then gets what it missed as one. Once all
    /// queues together hold as much as they may, so is every session that has anything queued.
    ///
    /// - Parameter revision: The list's revision before the sets.
    /// - Returns: The number of sessions that were sent the frame.
    mutating func publish(_ frame: Frame, after revision: Int, bound: Int) -> Int {
        var sent = 0
        for index in subscriptions.indices where !subscriptions[index].isBehind {
            let connection = subscriptions[index].connection
            let queued = connection.queuedBytes
            let isSpent = connection.isPaying
            if queued > 0, isSpent || queued + frame.wireCount > bound {
                subscriptions[index].lag = Subscription.Lag(delivered: revision)
                connection.notifyWhenDrained(below: isSpent ? 0 : bound / 4)
            } else {
                connection.send(frame)
                sent += 1
            }
        }
        return sent
    }

    /// Whether someone has not been greeted yet.
    var hasNewcomers: Bool { subscriptions.contains(where: \.isNewcomer) }

    /// Sends the newcomers what they are to hear first; they are none from here on.
    mutating func greet(with frame: Frame) {
        for index in subscriptions.indices where subscriptions[index].isNewcomer {
            subscriptions[index].connection.send(frame)
            subscriptions[index].isNewcomer = false
        }
    }

    /// Sends a frame that nobody needs, to everyone who keeps up.
    func offer(_ frame: Frame, bound: Int, toNewcomersToo: Bool = true) {
        for subscription in subscriptions
        where !subscription.isBehind && (toNewcomersToo || !subscription.isNewcomer) {
            let connection = subscription.connection
            let queued = connection.queuedBytes
            guard queued + frame.wireCount <= bound, queued == 0 || !connection.isPaying
            else { continue }
            connection.send(frame)
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
