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
    private let interruption: LoadInterruption?
    private let poller: Poller
    private let buffer: UnsafeMutableRawBufferPointer
    private(set) var connections: [LoadConnection] = []
    weak var delegate: (any ConnectionLoopDelegate)?
    private(set) var utilization = LoopUtilization()

    /// The longest wait for sockets, in nanoseconds: an interruption is noticed within it.
    private static let longestWait: Int64 = 100_000_000

    /// - Parameters:
    ///   - addresses: Servers of the same lists, at least one, which share the connections.
    ///   - interruption: Ends every turn with an error once it is there.
    init(_ addresses: [LoadAddress], interruption: LoadInterruption? = nil) throws {
        precondition(!addresses.isEmpty, "connections need a server")
        self.addresses = addresses
        self.interruption = interruption
        poller = try Poller()
        unsafe buffer = .allocate(byteCount: ConnectionLoop.largeRead, alignment: 64)
        _ = lockstep_exact_timers()
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
            socket: try addresses[server].connect(from: connections.count / addresses.count))
        connections.append(connection)
        try poller.add(connection.socket, number: connection.number, .output)
        return connection
    }

    /// Cuts a connection, if it is open, and starts to connect again, to the next server.
    func reconnect(_ connection: LoadConnection) throws {
        cut(connection)
        connection.server = (connection.server + 1) % addresses.count
        connection.socket = try addresses[connection.server].connect(
            from: connection.number / addresses.count)
        connection.phase = .connecting
        connection.isReconnecting = true
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

    /// Waits until a socket is ready, or until a time, and handles all that are ready; returns earlier where
    /// that is long.
    ///
    /// - Throws: `LoadInterruption.Signal` where the run was interrupted.
    func turn(until time: Int64) throws {
        try interruption?.check()
        let before = MonotonicClock.now
        var woken = before
        let count = try poller.wait(min(time - before, ConnectionLoop.longestWait)) {
            number, canWrite in
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
        if let tls = connection.tls { return flush(connection, tls) }
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

    private func flush(_ connection: LoadConnection, _ tls: TLSStream) {
        var sent = 0
        while sent < connection.output.count {
            let outcome = unsafe connection.output.withUnsafeBytes {
                unsafe tls.write(UnsafeRawBufferPointer(rebasing: $0[sent...]))
            }
            if case .done(let count) = outcome {
                sent += count
                continue
            }
            connection.output.removeFirst(sent)
            switch outcome {
            case .wantsInput, .done: return
            case .wantsOutput: return setInterest(connection, [.input, .output])
            case .ended: return lose(connection, "the server closed")
            case .failed(let reason): return lose(connection, "TLS: \(reason)")
            }
        }
        connection.output.removeAll(keepingCapacity: true)
    }

    private func proceed(_ connection: LoadConnection, canWrite: Bool) throws {
        switch connection.phase {
        case .ended:
            break
        case .connecting:
            try begin(connection)
        case .securing:
            secure(connection)
        case .upgrading, .open:
            if canWrite, !connection.output.isEmpty {
                flush(connection)
                if connection.output.isEmpty { setInterest(connection, .input) }
            }
            read(connection)
        }
    }

    /// The TCP connection is open, or has failed, which what comes next reports.
    private func begin(_ connection: LoadConnection) throws {
        let address = addresses[connection.server]
        guard let trust = address.trust else { return upgrade(connection) }
        let earlier = connection.isReconnecting ? connection.tls : nil
        connection.tls = try TLSStream(
            trust, socket: connection.socket, host: address.host, earlier: earlier)
        connection.phase = .securing
        secure(connection)
    }

    private func secure(_ connection: LoadConnection) {
        switch connection.tls?.handshake() {
        case .done: upgrade(connection)
        case .wantsInput: setInterest(connection, .input)
        case .wantsOutput: setInterest(connection, .output)
        case .failed(let reason): lose(connection, "TLS: \(reason)")
        case .ended, nil: lose(connection, "the server closed")
        }
    }

    private func upgrade(_ connection: LoadConnection) {
        connection.phase = .upgrading
        setInterest(connection, .input)
        connection.output += ClientHandshake.request(
            path: connection.path, host: addresses[connection.server].authority)
        flush(connection)
    }

    private func read(_ connection: LoadConnection) {
        if let tls = connection.tls { return read(connection, tls) }
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

    /// Reads until nothing is left: the poller does not see what TLS has already taken from the socket.
    private func read(_ connection: LoadConnection, _ tls: TLSStream) {
        while connection.phase == .upgrading || connection.phase == .open {
            switch unsafe tls.read(into: buffer) {
            case .done(let count):
                unsafe take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), connection)
            case .wantsInput: return
            case .wantsOutput: return setInterest(connection, [.input, .output])
            case .ended: lose(connection, "the server closed")
            case .failed(let reason): lose(connection, "TLS: \(reason)")
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
