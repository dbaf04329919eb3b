import Foundation

/// Finds a TCP socket of this process by its ports, to end it from outside of the library that has it.
enum SocketSearch {
    /// Ends the connection between two ports: the thread that reads from its socket finds its end.
    ///
    /// - Returns: Whether there is one.
    static func endConnection(from own: Int, to peer: Int) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for socket in names.compactMap({ Int32($0) }) {
            guard ports(of: socket) == Ports(own: own, peer: peer) else { continue }
            // The number may have become another socket's meanwhile; the copy stays what it is.
            let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { continue }
            defer { close(copy) }
            guard ports(of: copy) == Ports(own: own, peer: peer) else { continue }
            return shutdown(copy, Int32(SHUT_RDWR)) == 0
        }
        return false
    }

    private struct Ports: Hashable {
        var own: Int
        var peer: Int
    }

    /// The ports of a connected TCP socket; nil for anything else.
    private static func ports(of socket: Int32) -> Ports? {
        guard let own = unsafe port({ unsafe getsockname(socket, $0, $1) }),
            let peer = unsafe port({ unsafe getpeername(socket, $0, $1) })
        else { return nil }
        return Ports(own: own, peer: peer)
    }

    private static func port(
        _ name: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int? {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe name($0, &size)
            }
        }
        guard result == 0, [AF_INET, AF_INET6].contains(Int32(address.sin6_family)) else {
            return nil
        }
        // The port has the same place in addresses of both kinds.
        return Int(UInt16(bigEndian: address.sin6_port))
    }
}
