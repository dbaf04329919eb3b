import Foundation
import TextBytes

// Canonical equivalence: tests alone compare URLs, and they are the operator's.
/// The URL of a server: `http`, `https`, `ws` or `wss`, a host, a port and a target.
package struct RemoteURL: Sendable, Hashable, CustomStringConvertible {
    /// A name or a numeric address, without brackets.
    package let host: String
    /// The TCP port; by default 80 or 443.
    package let port: Int
    /// Whether TLS is used: `https`, `wss`.
    package let isSecure: Bool
    /// Whether the scheme is `ws` or `wss`.
    package let isWebSocket: Bool
    /// Path and query as they are sent, at least `/`.
    package let target: String

    /// Reads a URL.
    ///
    /// - Throws: ``DialError/badURL(_:reason:)``.
    package init(_ text: String) throws(DialError) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            let host = parts.host, !host.isEmpty
        else { throw .badURL(text, reason: "it is not of the form ws://HOST:PORT/PATH") }
        guard ["ws", "wss", "http", "https"].contains(where: { $0.isSame(as: scheme) }) else {
            throw .badURL(text, reason: "the scheme is none of ws, wss, http and https")
        }
        guard parts.user == nil, parts.password == nil else {
            throw .badURL(text, reason: "user and password are not sent this way; use a token")
        }
        let isSecure = ["wss", "https"].contains { $0.isSame(as: scheme) }
        let port = parts.port ?? (isSecure ? 443 : 80)
        guard 1...65_535 ~= port else { throw .badURL(text, reason: "there is no port \(port)") }
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        let query = parts.percentEncodedQuery.map { "?" + $0 } ?? ""
        guard path.utf8.count + query.utf8.count <= Self.maxTargetBytes else {
            throw .badURL(text, reason: "path and query are over \(Self.maxTargetBytes) bytes")
        }
        self.host = host.begins(with: "[") ? String(host.dropFirst().dropLast()) : host
        guard self.host.utf8.count <= Self.maxHostBytes else {
            throw .badURL(text, reason: "the host's name is over \(Self.maxHostBytes) bytes")
        }
        self.port = port
        self.isSecure = isSecure
        isWebSocket = ["ws", "wss"].contains { $0.isSame(as: scheme) }
        target = path + query
    }

    private init(_ other: RemoteURL, isWebSocket: Bool, target: String) {
        host = other.host
        port = other.port
        isSecure = other.isSecure
        self.isWebSocket = isWebSocket
        self.target = target
    }

    /// The URL of a WebSocket at `target` on the same host and port; `target` begins with a slash.
    package func webSocket(_ target: String) -> RemoteURL {
        RemoteURL(self, isWebSocket: true, target: target)
    }

    /// The URL of `target` on the same host and port over HTTP; `target` begins with a slash and is
    /// percent-encoded.
    package func http(_ target: String) -> RemoteURL {
        RemoteURL(self, isWebSocket: false, target: target)
    }

    /// `HOST:PORT`; an IPv6 address is in brackets.
    package var authority: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    package var description: String {
        let scheme = (isWebSocket ? "ws" : "http") + (isSecure ? "s" : "")
        return "\(scheme)://\(authority)\(target)"
    }

    /// libwebsockets cuts a longer request line.
    private static let maxTargetBytes = 2000
    /// libwebsockets cuts a longer `Host` field.
    private static let maxHostBytes = 100
}
