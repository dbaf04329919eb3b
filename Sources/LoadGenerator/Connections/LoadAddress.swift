import CLinux
import Foundation

/// Where a server listens.
package struct LoadAddress {
    let host: String
    let port: Int
    let token: String?
    private let address: lockstep_address

    /// - Parameter url: `ws://HOST:PORT` or `http://HOST:PORT`; TLS is for a proxy, not for this.
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

    /// As it stands in a Host header.
    var authority: String { "\(host):\(port)" }

    /// A socket that is being connected; where it `waits`, one that is connected and blocks.
    func connect(waits: Bool = false) throws(LoadError) -> Int32 {
        let descriptor = unsafe withUnsafePointer(to: address) {
            unsafe lockstep_connect($0, waits ? 1 : 0)
        }
        guard descriptor >= 0 else { throw .system("connecting to \(authority)") }
        return descriptor
    }
}
