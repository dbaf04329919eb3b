import Foundation
import ListEditing
import ListProtocol

@testable import ListDocument
@testable import ListHosting
@testable import ListSequencing
@testable import WebSocketTransport

/// A session that takes, or does not take, what it is sent.
final class TestLink: SubscriberLink, Sendable {
    let connectionNumber: UInt64
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var state = (queued: 0, isThrottled: false, sent: 0)
    nonisolated(unsafe) private var answered: [Int] = []
    nonisolated(unsafe) private var texts: [String] = []

    init(_ number: UInt64) { connectionNumber = number }

    var queuedBytes: Int {
        get { lock.withLock { unsafe state.queued } }
        set { lock.withLock { unsafe state.queued = newValue } }
    }
    var isThrottled: Bool {
        get { lock.withLock { unsafe state.isThrottled } }
        set { lock.withLock { unsafe state.isThrottled = newValue } }
    }
    var sent: Int { lock.withLock { unsafe state.sent } }
    var acknowledged: [Int] { lock.withLock { unsafe answered } }
    /// What it was sent, in order.
    var received: [String] { lock.withLock { unsafe texts } }

    func send(_ frame: Frame) {
        lock.withLock {
            unsafe state.sent += 1
            unsafe texts.append(
                String(decoding: frame.wire.suffix(frame.payloadCount), as: UTF8.self))
        }
    }
    func notifyWhenDrained(below bytes: Int) {}
    func acknowledge(_ answer: EditOutcome, id: Int, list: ListID) {
        lock.withLock { unsafe answered.append(id) }
    }
    func openFailed(_ list: ListID, _ unavailability: Unavailability) {}
    func listClosed(_ list: ListID, _ unavailability: Unavailability) {}
}
