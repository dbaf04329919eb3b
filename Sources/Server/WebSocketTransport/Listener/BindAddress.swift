import Foundation
import TextBytes

/// An address to listen at, resolved and tried.
package struct BindAddress {
    /// The numeric address; nil for every interface.
    let numeric: String?
    let isIPv6: Bool

    /// Resolves `host` and tries to bind `port`, because libwebsockets reports no reason when it fails.
    init(host: String, port: Int) throws(TransportError) {
        let address = "\(host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host):\(port)"
        guard 0...65_535 ~= port else {
            throw .cannotListen(address: address, reason: "no such port")
        }
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_PASSIVE
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let result = unsafe getaddrinfo(host, String(port), &hints, &list)
        defer { if unsafe list != nil { unsafe freeaddrinfo(list) } }
        guard result == 0, let found = unsafe list else {
            throw .cannotListen(
                address: address, reason: unsafe String(cString: gai_strerror(result)))
        }
        isIPv6 = unsafe found.pointee.ai_family == AF_INET6
        numeric = unsafe Self.numeric(found.pointee)
        switch unsafe Self.bindFailure(found.pointee) {
        case 0: break
        case EADDRINUSE: throw .addressInUse(address)
        case let code:
            throw .cannotListen(address: address, reason: unsafe String(cString: strerror(code)))
        }
    }

    /// Whether only this machine can reach a port on `host`: all of its addresses are loopback addresses.
    ///
    /// False for a name without addresses.
    package static func isLoopback(_ host: String) -> Bool {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, nil, &hints, &list) == 0 else { return false }
        defer { if unsafe list != nil { unsafe freeaddrinfo(list) } }
        var next = unsafe list
        while let found = unsafe next {
            let text = unsafe numeric(found.pointee) ?? ""
            guard text.isSame(as: "::1") || text.begins(with: "127.") else { return false }
            unsafe next = unsafe found.pointee.ai_next
        }
        return true
    }

    private static func numeric(_ found: addrinfo) -> String? {
        let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            unsafe buffer.initialize(repeating: 0)
            guard
                unsafe getnameinfo(
                    found.ai_addr, found.ai_addrlen, buffer.baseAddress, 64, nil, 0, NI_NUMERICHOST)
                    == 0, let base = buffer.baseAddress
            else { return "" }
            return unsafe String(cString: base)
        }
        return ["", "0.0.0.0", "::"].contains { text.isSame(as: $0) } ? nil : text
    }

    /// Why the address cannot be bound, as an `errno`; 0 if it can.
    private static func bindFailure(_ found: addrinfo) -> Int32 {
        let trial = unsafe socket(found.ai_family, Int32(SOCK_STREAM.rawValue), 0)
        guard trial >= 0 else { return errno }
        defer { close(trial) }
        var yes: Int32 = 1
        _ = unsafe setsockopt(trial, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        guard unsafe bind(trial, found.ai_addr, found.ai_addrlen) == 0, listen(trial, 1) == 0 else {
            return errno
        }
        return 0
    }
}
