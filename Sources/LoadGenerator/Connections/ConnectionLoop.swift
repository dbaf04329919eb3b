import CLinux
import Glibc

/// Thousands of WebSocket connections on one thread: non-blocking sockets and one poller.
///
/// Not thread-safe: use it on the thread that created it. Nothing runs by itself: `turn` waits for
/// events and handles them.
@safe final class ConnectionLoop {
    /// The bytes of one read, where most of a long message is skipped and where all of it is kept.
    private static let smallRead = 8_192
    private static let largeRead = 262_144

    private let addresses: [LoadAddress]
    private let poller: Poller
    private let buffer: UnsafeMutableRawBufferPointer
    private(set) var connections: [LoadConnection] = []
    weak var delegate: (any ConnectionLoopDelegate)?
    private(set) var utilization = LoopUtilization()

    /// - Parameter addresses: Servers of the same lists, at least one, which share the connections.
    init(_ addresses: [LoadAddress]) throws {
        precondition(!addresses.isEmpty, "connections need a server")
        self.addresses = addresses
        poller = try Poller()
        unsafe buffer = .allocate(byteCount: ConnectionLoop.largeRead, alignment: 64)
        _ = lockstep_exact_timers()
        // Where the limit stays too low, connecting fails and reports it.
        _ = lockstep_raise_file_limit()
    }

    deinit {
        for connection in connections where connection.phase != .ended {
            lockstep_cut(connection.socket)
        }
        unsafe buffer.deallocate()
    }

    /// Starts to connect.
    ///
    /// - Parameter list: Named in the path, for balancers.
    func connect(list: String? = nil) throws -> LoadConnection {
        let server = connections.count % addresses.count
        let connection = LoadConnection(
            number: connections.count, server: server, path: list.map { "/ws/\($0)" } ?? "/ws",
            socket: try addresses[server].connect())
        connections.append(connection)
        try poller.add(connection.socket, number: connection.number, .output)
        return connection
    }

    /// Cuts a connection, if it is open, and starts to connect again, to the next server.
    func reconnect(_ connection: LoadConnection) throws {
        cut(connection)
        connection.server = (connection.server + 1) % addresses.count
        connection.socket = try addresses[connection.server].connect()
        connection.phase = .connecting
        connection.reader.restart()
        connection.response = []
        connection.output = []
        try poller.add(connection.socket, number: connection.number, .output)
    }

    /// Ends a connection without a closing handshake.
    func cut(_ connection: LoadConnection) {
        guard connection.phase != .ended else { return }
        connection.phase = .ended
        lockstep_cut(connection.socket)
    }

    /// Waits until a socket is ready, or until a time, and handles all that are ready.
    func turn(until time: Int64) throws {
        let before = MonotonicClock.now
        var woken = before
        let count = try poller.wait(time - before) { number, canWrite in
            if woken == before { woken = MonotonicClock.now }
            try proceed(connections[number], canWrite: canWrite)
        }
        if count == 0 { woken = MonotonicClock.now }
        utilization.add(waited: woken - before, worked: MonotonicClock.now - woken)
    }

    /// Turns until a condition holds.
    ///
    /// - Returns: False where it did not hold within that many seconds.
    func turn(seconds: Double, until condition: () -> Bool) throws -> Bool {
        let end = MonotonicClock.now + MonotonicClock.nanoseconds(seconds)
        while !condition() {
            let now = MonotonicClock.now
            guard now < end else { return false }
            try turn(until: min(end, now + 50_000_000))
        }
        return true
    }

    /// Sends a connection's output, as much as the socket accepts.
    func flush(_ connection: LoadConnection) {
        guard connection.phase != .ended, !connection.output.isEmpty else { return }
        let sent = unsafe connection.output.withUnsafeBytes {
            unsafe send(
                connection.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if sent == connection.output.count {
            connection.output.removeAll(keepingCapacity: true)
        } else if sent >= 0 || errno == EAGAIN {
            connection.output.removeFirst(max(0, sent))
            setInterest(connection, [.input, .output])
        } else {
            lose(connection, "send: \(LoadError.system("").description)")
        }
    }

    private func proceed(_ connection: LoadConnection, canWrite: Bool) throws {
        switch connection.phase {
        case .ended:
            break
        case .connecting:
            begin(connection)
        case .upgrading, .open:
            if canWrite, !connection.output.isEmpty {
                flush(connection)
                if connection.output.isEmpty { setInterest(connection, .input) }
            }
            read(connection)
        }
    }

    private func begin(_ connection: LoadConnection) {
        connection.phase = .upgrading
        setInterest(connection, .input)
        let address = addresses[connection.server]
        connection.output += ClientHandshake.request(
            path: connection.path, host: address.authority, token: address.token)
        flush(connection)
    }

    private func read(_ connection: LoadConnection) {
        let size = connection.reader.keepsSets ? ConnectionLoop.largeRead : ConnectionLoop.smallRead
        while connection.phase == .upgrading || connection.phase == .open {
            let skippable = connection.reader.skippable
            let skips = skippable > ConnectionLoop.smallRead
            // With MSG_TRUNC, Linux discards the bytes of a TCP stream without copying them.
            let count =
                unsafe skips
                ? recv(connection.socket, nil, skippable, Int32(MSG_TRUNC))
                : recv(connection.socket, buffer.baseAddress, size, 0)
            guard count > 0 else {
                if count < 0, errno == EAGAIN || errno == EINTR { return }
                lose(
                    connection,
                    count == 0 ? "the server closed" : LoadError.system("recv").description)
                return
            }
            if skips {
                connection.reader.skip(count)
                if count < skippable { return }
            } else {
                unsafe take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), connection)
                if count < size && connection.reader.skippable <= ConnectionLoop.smallRead {
                    return
                }
            }
        }
    }

    private func take(_ input: UnsafeRawBufferPointer, _ connection: LoadConnection) {
        let now = MonotonicClock.now
        if connection.phase == .open {
            unsafe takeFrames(input, connection, now)
            return
        }
        unsafe connection.response.append(contentsOf: input)
        switch ClientHandshake.read(connection.response) {
        case .incomplete: break
        case .refused(let status): lose(connection, "the handshake was refused: \(status)")
        case .accepted(let start):
            connection.phase = .open
            delegate?.opened(connection)
            let rest = Array(connection.response[start...])
            connection.response = []
            unsafe rest.withUnsafeBytes { unsafe takeFrames($0, connection, now) }
        }
    }

    private func takeFrames(
        _ input: UnsafeRawBufferPointer, _ connection: LoadConnection, _ now: Int64
    ) {
        var offset = 0
        do throws(WireError) {
            while connection.phase == .open,
                let event = try unsafe connection.reader.next(input, at: &offset)
            {
                switch event {
                case .ping:
                    ClientFraming.appendPong(connection.reader.control, to: &connection.output)
                    flush(connection)
                case .close(let code):
                    lose(connection, "the server closed with \(code)")
                default:
                    delegate?.received(event, on: connection, at: now)
                }
            }
        } catch {
            lose(connection, "not a server's stream: \(error)")
        }
    }

    private func lose(_ connection: LoadConnection, _ reason: String) {
        cut(connection)
        delegate?.lost(connection, reason)
    }

    private func setInterest(_ connection: LoadConnection, _ interest: Poller.Interest) {
        do {
            try poller.change(connection.socket, number: connection.number, interest)
        } catch {
            lose(connection, "\(error)")
        }
    }
}

/// Receives the events of the connections of a ``ConnectionLoop``.
protocol ConnectionLoopDelegate: AnyObject {
    /// The handshake is complete; messages can be sent.
    func opened(_ connection: LoadConnection)

    /// A message arrived; its bytes are in the connection's reader until this returns.
    ///
    /// - Parameter now: When it was read, in monotonic nanoseconds.
    func received(_ event: FrameEvent, on connection: LoadConnection, at now: Int64)

    /// The connection was lost; not called after `cut` or `reconnect`.
    func lost(_ connection: LoadConnection, _ reason: String)
}

/// One connection: its socket, and the state of both of its streams.
final class LoadConnection {
    enum Phase {
        case connecting
        case upgrading
        case open
        case ended
    }

    let number: Int
    /// The number of its server.
    var server: Int
    /// The path of its WebSocket.
    let path: String
    var socket: Int32
    var phase = Phase.connecting
    var reader = ServerFrameReader()
    /// The response to the handshake, as far as it has arrived.
    var response: [UInt8] = []
    /// The bytes that the socket has not accepted yet.
    ///
    /// Bounded by the writers: at most `limits.inFlight` edits, and the first messages.
    var output: [UInt8] = []

    init(number: Int, server: Int, path: String, socket: Int32) {
        self.number = number
        self.server = server
        self.path = path
        self.socket = socket
    }
}

/// The time that the loop worked and waited: it tells whether the generator was the limit.
struct LoopUtilization: Hashable {
    /// Nanoseconds in the poller, and outside.
    private(set) var waited: Int64 = 0
    private(set) var worked: Int64 = 0

    mutating func add(waited: Int64, worked: Int64) {
        self.waited += waited
        self.worked += worked
    }

    /// The share of the time that the loop worked since an earlier state, from 0 to 1.
    func busyShare(since earlier: LoopUtilization) -> Double {
        let worked = Double(self.worked - earlier.worked)
        let all = worked + Double(waited - earlier.waited)
        return all > 0 ? worked / all : 0
    }
}
