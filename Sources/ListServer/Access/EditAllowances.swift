import WebSocketTransport

/// How many edits a second are taken over HTTP, which has no session to count them.
///
/// Each user has what a session has (`bounds.editsPerSecond`); where there are no users, each address
/// has, an IPv6 one together with its network. Only the loop's thread uses it.
final class EditAllowances {
    private enum Peer: Hashable {
        case user(String)
        case network([UInt8])
    }

    private let options: ServerOptions
    private var buckets: [Peer: TokenBucket] = [:]
    /// When so many have a bucket, those that are full again are dropped.
    private var room = 1_024

    init(_ options: ServerOptions) {
        self.options = options
    }

    /// Takes one edit of whoever sent the request.
    ///
    /// - Returns: nil, or in how many milliseconds the next edit will be taken.
    func take(user: String?, _ request: HTTPRequest, now: Int) -> Int? {
        guard let fresh = options.editAllowance(now: now) else { return nil }
        let peer = user.map { Peer.user($0) } ?? .network(request.remoteNetwork)
        if buckets[peer] == nil, buckets.count >= room {
            buckets = buckets.filter { !$0.value.isFull(at: now) }
            // Twice what is left: dropping costs each edit a constant.
            room = max(1_024, 2 * buckets.count)
        }
        return buckets[peer, default: fresh].take(now: now)
    }
}
