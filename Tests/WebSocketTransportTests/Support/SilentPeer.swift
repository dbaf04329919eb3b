import Foundation

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
