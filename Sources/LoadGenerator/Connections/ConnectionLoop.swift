import CLinux
import Glibc

/// Thousands of connections on one thread: sockets that do not block, and one poller.
///
/// It belongs to the thread that made it. Nothing runs by itself: `turn` waits for what comes and
/// handles it.
@safe final class Swarm {
    /// Read at once where most of a long message is of no interest, and where all of it is.
    private static let smallRead = 8_192
    private static let largeRead = 262_144

    private let address: LoadAddress
    private let poller: Poller
    private let buffer: UnsafeMutableRawBufferPointer
    private(set) var connections: [SwarmConnection] = []
    weak var handler: (any SwarmHandler)?
    private(set) var loop = LoopLoad()

    init(_ address: LoadAddress) throws {
        self.address = address
        poller = try Poller()
        unsafe buffer = .allocate(byteCount: Swarm.largeRead, alignment: 64)
        _ = lockstep_exact_timers()
        // What the limit does not allow, connecting will say.
        _ = lockstep_raise_file_limit()
    }

    deinit {
        for connection in connections where connection.stage != .ended {
            lockstep_cut(connection.socket)
        }
        unsafe buffer.deallocate()
    }

    /// Begins a connection.
    func connect() throws -> SwarmConnection {
        let connection = SwarmConnection(
            number: connections.count, socket: try address.connect())
        connections.append(connection)
        try poller.add(connection.socket, number: connection.number, .output)
        return connection
    }

    /// Cuts a connection, if it is there, and begins it again.
    func reconnect(_ connection: SwarmConnection) throws {
        cut(connection)
        connection.socket = try address.connect()
        connection.stage = .connecting
        connection.reader.restart()
        connection.answer = []
        connection.output = []
        try poller.add(connection.socket, number: connection.number, .output)
    }

    /// Ends a connection without a word.
    func cut(_ connection: SwarmConnection) {
        guard connection.stage != .ended else { return }
        connection.stage = .ended
        lockstep_cut(connection.socket)
    }

    /// Waits until something comes, or until a time, and handles what came.
    func turn(until time: Int64) throws {
        let before = MonotonicClock.now
        var woken = before
        let count = try poller.wait(time - before) { number, canWrite in
            if woken == before { woken = MonotonicClock.now }
            try proceed(connections[number], canWrite: canWrite)
        }
        if count == 0 { woken = MonotonicClock.now }
        loop.add(waited: woken - before, worked: MonotonicClock.now - woken)
    }

    /// Turns until a condition holds.
    ///
    /// - Returns: False where it did not before the time was over.
    func turn(seconds: Double, until condition: () -> Bool) throws -> Bool {
        let end = MonotonicClock.now + MonotonicClock.nanoseconds(seconds)
        while !condition() {
            let now = MonotonicClock.now
            guard now < end else { return false }
            try turn(until: min(end, now + 50_000_000))
        }
        return true
    }

    /// Sends what has been added to a connection's output.
    func flush(_ connection: SwarmConnection) {
        guard connection.stage != .ended, !connection.output.isEmpty else { return }
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

    private func proceed(_ connection: SwarmConnection, canWrite: Bool) throws {
        switch connection.stage {
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

    private func begin(_ connection: SwarmConnection) {
        connection.stage = .upgrading
        setInterest(connection, .input)
        connection.output += ClientHandshake.request(
            path: "/ws", host: address.authority, token: address.token)
        flush(connection)
    }

    private func read(_ connection: SwarmConnection) {
        let size = connection.reader.keepsSets ? Swarm.largeRead : Swarm.smallRead
        while connection.stage == .upgrading || connection.stage == .open {
            let skippable = connection.reader.skippable
            let skips = skippable > Swarm.smallRead
            // Linux throws away what it is asked to truncate, without copying it.
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
                if count < size && connection.reader.skippable <= Swarm.smallRead { return }
            }
        }
    }

    private func take(_ input: UnsafeRawBufferPointer, _ connection: SwarmConnection) {
        let now = MonotonicClock.now
        if connection.stage == .open {
            unsafe takeFrames(input, connection, now)
            return
        }
        unsafe connection.answer.append(contentsOf: input)
        switch ClientHandshake.answer(connection.answer) {
        case .incomplete: break
        case .refused(let status): lose(connection, "the handshake was refused: \(status)")
        case .accepted(let start):
            connection.stage = .open
            handler?.opened(connection)
            let rest = Array(connection.answer[start...])
            connection.answer = []
            unsafe rest.withUnsafeBytes { unsafe takeFrames($0, connection, now) }
        }
    }

    private func takeFrames(
        _ input: UnsafeRawBufferPointer, _ connection: SwarmConnection, _ now: Int64
    ) {
        var offset = 0
        do throws(WireError) {
            while connection.stage == .open,
                let event = try unsafe connection.reader.next(input, at: &offset)
            {
                switch event {
                case .ping:
                    ClientFraming.appendPong(connection.reader.control, to: &connection.output)
                    flush(connection)
                case .close(let code):
                    lose(connection, "the server closed with \(code)")
                default:
                    handler?.received(event, on: connection, at: now)
                }
            }
        } catch {
            lose(connection, "not a server's stream: \(error)")
        }
    }

    private func lose(_ connection: SwarmConnection, _ reason: String) {
        cut(connection)
        handler?.lost(connection, reason)
    }

    private func setInterest(_ connection: SwarmConnection, _ interest: Poller.Interest) {
        do {
            try poller.change(connection.socket, number: connection.number, interest)
        } catch {
            lose(connection, "\(error)")
        }
    }
}
