import DequeModule

/// Divides what the sockets of a loop write among its passes, so that no pass takes long however many are ready.
///
/// A pass writes so much, and the sockets that found no room write in later ones, in the order in which they came.
/// What is short does not wait after what is long: it has room of its own, and all there is while no socket waits, so
/// that a change set reaches all subscribers in the pass in which it was made.
final class WriteTurns {
    /// What one pass writes, in bytes: 4 to 5 ms of a slow processor over loopback.
    static let passWork = 384 << 10
    /// What it writes besides in short writes, and the bytes of one at most.
    static let shortWork = 128 << 10
    static let shortBytes = 16 << 10
    /// What a write costs beside its bytes, in bytes.
    static let writeWork = 1 << 10
    /// The most sockets whose turn it is in one pass.
    private static let grantsPerPass = 16

    /// Where a socket stands.
    enum Place {
        /// It has not been refused.
        case free
        case waiting
        /// It waited, and its turn has come.
        case granted
    }

    private let loop: EventLoop
    private var waiting: Deque<Socket> = []
    /// Sockets whose turn came in a pass that had no room left; they are first in the next one.
    private var leftOver: [Socket] = []
    private var isScheduled = false
    private var pass = -Double.infinity
    private var work = (long: 0, short: 0)

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Whether this pass has room for a further write.
    var hasRoom: Bool { pass != loop.passBegan || work.long < Self.passWork }

    private var hasShortRoom: Bool {
        pass != loop.passBegan || work.short < Self.shortWork
    }

    /// Counts a write.
    func count(_ bytes: Int) {
        if pass != loop.passBegan {
            pass = loop.passBegan
            work = (0, 0)
        }
        if bytes <= Self.shortBytes {
            work.short += bytes + Self.writeWork
        } else {
            work.long += bytes + Self.writeWork
        }
    }

    /// Whether a socket may write now; where not, it is called back once it is its turn.
    ///
    /// O(1).
    /// - Parameter bytes: What it has to write, in all.
    func admits(_ socket: Socket, for bytes: Int) -> Bool {
        if bytes <= Self.shortBytes, hasShortRoom { return true }
        switch socket.writePlace {
        case .waiting: return false
        case .granted:
            socket.writePlace = .free
            if hasRoom { return true }
            leftOver.append(socket)
        case .free:
            if waiting.isEmpty, leftOver.isEmpty, hasRoom { return true }
            waiting.append(socket)
        }
        socket.writePlace = .waiting
        schedule()
        return false
    }

    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        loop.timer(after: 0) { [weak self] in self?.grant() }
    }

    private func grant() {
        isScheduled = false
        for socket in leftOver.reversed() { waiting.prepend(socket) }
        leftOver.removeAll()
        for _ in 0..<Self.grantsPerPass {
            guard let socket = waiting.popFirst() else { return }
            socket.writePlace = .granted
            socket.requestWritable()
        }
        if !waiting.isEmpty { schedule() }
    }
}
