import Foundation

/// A blocking TCP client on the loopback interface, bounded by a timeout on each call.
final class RawSocket {
    private let descriptor: Int32

    /// Why a call gave nothing.
    enum Failure: Error, Equatable {
        case connect(Int32)
        case timeout
        case closed
    }

    /// - Parameter receiveBuffer: bytes of the kernel's receive buffer; nil leaves it.
    init(port: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
        }
        var yes: Int32 = 1
        _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure.connect(errno) }
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    }

    deinit {
        close(descriptor)
    }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = Self.again {
                unsafe bytes[sent...].withUnsafeBytes {
                    unsafe Foundation.send(
                        descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
            }
            guard count > 0 else { throw errno == EAGAIN ? Failure.timeout : Failure.closed }
            sent += count
        }
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    /// Sends as many of these bytes as the kernel takes now, and returns their number.
    func sendAtOnce(_ bytes: ArraySlice<UInt8>) throws -> Int {
        let count = unsafe bytes.withUnsafeBytes {
            unsafe Foundation.send(
                descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        guard count >= 0 || errno == EAGAIN else { throw Failure.closed }
        return max(0, count)
    }

    /// At least one byte; empty at the end of the stream.
    func receive(atMost limit: Int = 65_536) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = Self.again { unsafe recv(descriptor, &buffer, limit, 0) }
        guard count >= 0 else { throw errno == EAGAIN ? Failure.timeout : Failure.closed }
        return Array(buffer.prefix(count))
    }

    /// Sends nothing more.
    func endOutput() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// What a call returns that was not interrupted: one with a time limit is where the process was stopped for a while.
    private static func again(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

/// Accepts TCP connections and says nothing, or one thing and then ends them.
final class SilentPeer: Sendable {
    let port: Int
    private let descriptor: Int32
    private let accepted = DispatchSemaphore(value: 0)

    /// - Parameter answers: what to send before the end; nil sends nothing and holds on.
    init(answers: String? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = descriptor
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(socket, address, size) == 0 && listen(socket, 64) == 0
                    && getsockname(socket, address, &size) == 0
            }
        }
        guard isBound else { throw RawSocket.Failure.closed }
        port = Int(UInt16(bigEndian: address.sin_port))
        let accepted = accepted
        Thread {
            var held = [socket]
            while true {
                let peer = accept(socket, nil, nil)
                guard peer >= 0 else { break }
                accepted.signal()
                guard let answers else {
                    held.append(peer)
                    continue
                }
                var bytes = [UInt8](repeating: 0, count: 65_536)
                _ = unsafe recv(peer, &bytes, bytes.count, 0)
                _ = unsafe send(peer, answers, answers.utf8.count, Int32(MSG_NOSIGNAL))
                close(peer)
            }
            // Not before: its number could be another socket's by the next call.
            for descriptor in held { close(descriptor) }
        }.start()
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Returns once somebody has connected.
    func waitForPeer() {
        accepted.wait()
    }
}
