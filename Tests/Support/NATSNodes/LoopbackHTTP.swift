import Foundation

/// The least of HTTP that reads a monitoring port, without a library.
enum LoopbackHTTP {
    /// Reads a document; nil where nobody answers with one within a minute.
    static func get(port: Int, _ path: String) -> [UInt8]? {
        let socket = connect(port: port)
        guard socket >= 0 else { return nil }
        defer { close(socket) }
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        unsafe setsockopt(
            socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let request = Array("GET \(path) HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n".utf8)
        guard unsafe send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
        else { return nil }
        var answer: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        while case let count = unsafe recv(socket, &piece, piece.count, 0), count > 0 {
            answer += piece[..<count]
        }
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)),
            String(decoding: answer.prefix(16), as: UTF8.self).contains(" 200 ")
        else { return nil }
        return Array(answer[end.upperBound...])
    }

    /// Connects a socket; -1 where nobody listens.
    static func connect(port: Int) -> Int32 {
        let socket = makeSocket()
        var address = address(port: port)
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe Glibc.connect(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result == 0 { return socket }
        close(socket)
        return -1
    }

    static func makeSocket() -> Int32 {
        socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    static func address(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
