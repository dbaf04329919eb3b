import TextBytes
package import WebSocketTransport

/// Lets so much through in the long run, and some more at once after a pause.
///
/// Pure: the time is handed in, in milliseconds; one that falls counts as none.
package struct TokenBucket: Sendable {
    private let perSecond: Double
    private let burst: Double
    private var level: Double
    private var last: Int

    init(perSecond: Int, burst: Int, now: Int) {
        self.perSecond = Double(max(1, perSecond))
        self.burst = Double(max(1, burst))
        level = self.burst
        last = now
    }

    /// Takes one.
    ///
    /// - Returns: nil, or, where none is left, in how many milliseconds the next one is there.
    package mutating func take(now: Int) -> Int? {
        level = level(at: now)
        last = now
        guard level < 1 else {
            level -= 1
            return nil
        }
        return max(1, Int(((1 - level) / perSecond * 1000).rounded(.up)))
    }

    /// Whether it is as good as a new one.
    func isFull(at now: Int) -> Bool { level(at: now) >= burst }

    private func level(at now: Int) -> Double {
        min(burst, level + Double(max(0, now - last)) / 1000 * perSecond)
    }
}

/// How many edits a session, or over HTTP a user, may send.
package struct EditRate: Sendable {
    /// In the long run.
    var perSecond: Int
    /// At once after a pause.
    var burst: Int

    package init(perSecond: Int, burst: Int) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// - Parameter now: Unix milliseconds.
    package func bucket(now: Int) -> TokenBucket {
        TokenBucket(perSecond: perSecond, burst: burst, now: now)
    }
}

/// How many edits a second are taken over HTTP, which has no session to count them.
///
/// Each user has what a session has (`bounds.editsPerSecond`); where there are no users, each address
/// has, an IPv6 one together with its network. Only the loop's thread uses it.
package final class EditAllowances {
    private enum Peer: Hashable {
        case user(TextKey)
        case network([UInt8])
    }

    private let rate: EditRate?
    private var buckets: [Peer: TokenBucket] = [:]
    /// When so many have a bucket, those that are full again are dropped.
    private var room = 1_024

    /// - Parameter rate: nil: edits are not counted.
    package init(_ rate: EditRate?) {
        self.rate = rate
    }

    /// Takes one edit from the allowance of the request's client.
    ///
    /// - Returns: nil, or in how many milliseconds the next edit will be taken.
    package func take(user: String?, _ request: HTTPRequest, now: Int) -> Int? {
        guard let fresh = rate?.bucket(now: now) else { return nil }
        let peer = user.map { Peer.user(TextKey($0)) } ?? .network(request.remoteNetwork)
        if buckets[peer] == nil, buckets.count >= room {
            buckets = buckets.filter { !$0.value.isFull(at: now) }
            // Twice what is left: dropping costs each edit a constant.
            room = max(1_024, 2 * buckets.count)
        }
        return buckets[peer, default: fresh].take(now: now)
    }
}
