import CLinux
import Foundation
import Glibc

/// The address of a server, resolved, with the certificates to trust and the token for requests.
package struct LoadAddress {
    let host: String
    let port: Int
    /// The token of requests over HTTP, which create, read and delete lists.
    let token: String?
    /// The certificates to trust; nil: without TLS.
    let trust: TLSTrust?
    private let address: lockstep_address
    /// The addresses of 127.0.0.0/8 from which clients connect in turn; 1: the kernel chooses one.
    private let sources: Int

    /// The most addresses to connect from: 127.0.0.1 to 127.0.0.250.
    package static let mostSources = 250

    /// Resolves the host of a URL.
    ///
    /// - Parameters:
    ///   - url: `ws`, `wss`, `http` or `https`, host and port.
    ///   - trust: The certificates to trust where the URL asks for TLS.
    ///   - sources: The addresses to connect from, for a server at an address of 127.0.0.0/8; 1: any.
    /// - Throws: `LoadError` where the URL is another one, or the host is not found.
    package init(
        url: String, token: String? = nil, trust: TLSTrust, sources: Int = 1
    ) throws(LoadError) {
        let schemes = ["ws": false, "http": false, "wss": true, "https": true]
        guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty,
            let isSecure = schemes[parts.scheme ?? ""]
        else {
            throw LoadError("\(url) is no address such as wss://lists.example.org:8443")
        }
        try self.init(
            host: host, port: parts.port ?? (isSecure ? 443 : 80), token: token,
            trust: isSecure ? trust : nil, sources: sources)
    }

    init(
        host: String, port: Int, token: String? = nil, trust: TLSTrust? = nil, sources: Int = 1
    ) throws(LoadError) {
        self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        self.port = port
        self.token = token
        self.trust = trust
        var address = lockstep_address()
        let problem = unsafe lockstep_resolve(self.host, String(port), &address)
        guard problem == 0 else {
            throw LoadError("\(host): \(unsafe String(cString: gai_strerror(problem)))")
        }
        self.address = address
        self.sources = sources
        let isLoopback = unsafe lockstep_is_loopback(&address) != 0
        guard sources == 1 || isLoopback else {
            throw LoadError(
                "--sources takes addresses of 127.0.0.0/8, from which only a server at such an "
                    + "address can be reached; \(authority) is none")
        }
    }

    /// The value of the Host header.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (trust == nil ? 80 : 443) ? name : "\(name):\(port)"
    }

    /// The URL of the server, without a path.
    var url: String { "\(trust == nil ? "http" : "https")://\(authority)" }

    /// Creates a non-blocking socket that connects.
    ///
    /// - Parameter number: Chooses the address to connect from, where there are several.
    func connect(from number: Int) throws(LoadError) -> Int32 {
        let source = sources == 1 ? 0 : LoadAddress.firstSource + UInt32(number % sources)
        let descriptor = unsafe withUnsafePointer(to: address) {
            unsafe lockstep_connect($0, source)
        }
        guard descriptor >= 0 else { throw problem(errno) }
        return descriptor
    }

    /// 127.0.0.1.
    private static let firstSource: UInt32 = 0x7F00_0001

    /// Describes why a socket could not be connected, and what helps.
    private func problem(_ number: Int32) -> LoadError {
        let reason = LoadError.system("connecting to \(authority)", number).description
        return switch number {
        case EADDRNOTAVAIL:
            LoadError("\(reason): no port is left to connect from; --sources gives more addresses")
        case EMFILE, ENFILE:
            LoadError("\(reason): the limit is the generator's (ulimit -n)")
        default: LoadError(reason)
        }
    }
}

/// The tokens of a run: each client has one of them.
package struct LoadTokens: Sendable {
    private let tokens: [String]

    /// - Parameter tokens: Shared out in turn; empty: the clients have none.
    package init(_ tokens: [String]) {
        self.tokens = tokens
    }

    /// The token of a client, by its number.
    package func token(of number: Int) -> String? {
        tokens.isEmpty ? nil : tokens[number % tokens.count]
    }
}

/// The reason why a load run cannot continue, and what to do about it.
package struct LoadError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// Describes `errno` after a failed system call.
    static func system(_ call: String, _ number: Int32 = errno) -> LoadError {
        LoadError("\(call): \(unsafe String(cString: strerror(number)))")
    }
}
