import CLinux
import Foundation
import Glibc

/// The address of a server, resolved, and the token for it.
package struct LoadAddress {
    let host: String
    let port: Int
    let token: String?
    private let address: lockstep_address

    /// Resolves the host of a URL.
    ///
    /// - Parameter url: `ws://HOST:PORT` or `http://HOST:PORT`; TLS is not supported.
    /// - Throws: `LoadError` where the URL is another one, or the host is not found.
    package init(url: String, token: String? = nil) throws(LoadError) {
        guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty,
            parts.scheme == "ws" || parts.scheme == "http"
        else {
            throw LoadError(
                "\(url) is no address such as ws://127.0.0.1:8080, which is without TLS")
        }
        try self.init(host: host, port: parts.port ?? 80, token: token)
    }

    init(host: String, port: Int, token: String? = nil) throws(LoadError) {
        self.host = host
        self.port = port
        self.token = token
        var address = lockstep_address()
        let problem = unsafe lockstep_resolve(
            host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")), String(port), &address)
        guard problem == 0 else {
            throw LoadError("\(host): \(unsafe String(cString: gai_strerror(problem)))")
        }
        self.address = address
    }

    /// The value of the Host header.
    var authority: String { "\(host):\(port)" }

    /// Creates a non-blocking socket that connects; where it `waits`, a blocking one, connected.
    func connect(waits: Bool = false) throws(LoadError) -> Int32 {
        let descriptor = unsafe withUnsafePointer(to: address) {
            unsafe lockstep_connect($0, waits ? 1 : 0)
        }
        guard descriptor >= 0 else { throw .system("connecting to \(authority)") }
        return descriptor
    }
}

/// The reason why a load run cannot continue, and what to do about it.
package struct LoadError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// Describes `errno` after a failed system call.
    static func system(_ call: String) -> LoadError {
        LoadError("\(call): \(unsafe String(cString: strerror(errno)))")
    }
}
