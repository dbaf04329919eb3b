import Dispatch
import Foundation
import TextBytes

/// Resolves host names on threads of its own, because the system's resolver blocks.
///
/// It also finds out why a connection failed.
enum NameLookup {
    private static let queue = DispatchQueue(
        label: "WebSocketTransport.names", qos: .userInitiated, attributes: .concurrent)

    /// Passes the host's numeric addresses to `done`, in the system's order of preference, on any thread.
    static func addresses(
        of host: String,
        _ done: @escaping @Sendable (Result<[String], DialError>) -> Void
    ) {
        queue.async { done(Result { () throws(DialError) in try lookUp(host) }) }
    }

    /// Whether `host` is a numeric address.
    static func isNumeric(_ host: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return unsafe inet_pton(AF_INET, host, &four) == 1 || inet_pton(AF_INET6, host, &six) == 1
    }

    /// Passes the system's reason why a TCP connection fails to `done`, on any thread.
    ///
    /// It tries to connect again, for 1 s at most, because libwebsockets reports no reason.
    static func connectFailure(
        at address: String, port: Int, _ done: @escaping @Sendable (String) -> Void
    ) {
        queue.async { done(failureOfConnecting(address, port)) }
    }

    private static func lookUp(_ host: String) throws(DialError) -> [String] {
        let list = try unsafe find(host, port: 0)
        defer { if unsafe list != nil { unsafe freeaddrinfo(list) } }
        var addresses: [String] = []
        var next = unsafe list?.pointee
        while let entry = unsafe next {
            let text = unsafe numeric(entry)
            if !text.isEmpty, !addresses.contains(where: { $0.isSame(as: text) }) {
                addresses.append(text)
            }
            unsafe next = unsafe entry.ai_next?.pointee
        }
        guard !addresses.isEmpty else {
            throw .unknownHost(host, reason: "it has no address")
        }
        return addresses
    }

    private static func find(
        _ host: String, port: Int
    ) throws(DialError) -> UnsafeMutablePointer<addrinfo>? {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let result = unsafe getaddrinfo(host, String(port), &hints, &list)
        guard result == 0 else {
            throw .unknownHost(host, reason: unsafe String(cString: gai_strerror(result)))
        }
        return unsafe list
    }

    private static func numeric(_ entry: addrinfo) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            unsafe buffer.initialize(repeating: 0)
            guard
                unsafe getnameinfo(
                    entry.ai_addr, entry.ai_addrlen, buffer.baseAddress, 64, nil, 0, NI_NUMERICHOST)
                    == 0, let base = buffer.baseAddress
            else { return "" }
            return unsafe String(cString: base)
        }
    }

    private static func failureOfConnecting(_ address: String, _ port: Int) -> String {
        let list = try? unsafe find(address, port: port)
        defer { if unsafe list != nil { unsafe freeaddrinfo(list) } }
        guard let entry = unsafe list?.pointee else { return "no such address" }
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let trial = unsafe socket(entry.ai_family, type, 0)
        guard trial >= 0 else { return describe(errno) }
        defer { close(trial) }
        if unsafe connect(trial, entry.ai_addr, entry.ai_addrlen) == 0 { return passed }
        guard errno == EINPROGRESS else { return describe(errno) }
        var waiting = pollfd(fd: trial, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&waiting, 1, 1000) == 1 else { return "no answer" }
        var problem: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        _ = unsafe getsockopt(trial, SOL_SOCKET, SO_ERROR, &problem, &size)
        return problem == 0 ? passed : describe(problem)
    }

    private static let passed = "the connection failed"

    private static func describe(_ problem: Int32) -> String {
        unsafe String(cString: strerror(problem))
    }
}
