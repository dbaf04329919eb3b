import Foundation
import TextBytes

/// Decides which pages may send requests to this server from a browser.
///
/// A browser sends the origin of the page (`Origin`) and the name of the server (`Host`). The page of
/// another site must not act in the name of its reader (cross-site request forgery), and a foreign name
/// that resolves to this machine must not make a foreign page the server's own (DNS rebinding).
struct OriginPolicy: Sendable {
    /// The allowed origins; nil: the server's own.
    private let allowed: Set<TextKey>?
    /// Servers of the same content, whose pages may act here as the server's own.
    private let siblings: Set<WebAuthority>
    /// Whether every `Host` is accepted.
    private let acceptsAnyHost: Bool
    /// The accepted names, besides addresses.
    private let names: Set<TextKey>

    /// - Parameters:
    ///   - allowed: Origins (`https://example.org`), without regard to case; `*` is every one.
    ///   - siblings: Origins of servers of the same content, allowed besides.
    ///   - acceptsAnyHost: False if nothing but the name protects the server.
    init(
        allowed: [String]?, siblings: [String] = [], acceptsAnyHost: Bool,
        machine: String = OriginPolicy.machine
    ) {
        self.allowed = allowed.map { Set($0.map { TextKey($0.asciiLowercased) }) }
        self.acceptsAnyHost = acceptsAnyHost
        let machine = machine.asciiLowercased
        self.siblings = Set(siblings.compactMap { WebAuthority(origin: $0) })
        let listed = ((allowed ?? []) + siblings).compactMap { WebAuthority(origin: $0)?.name }
        names = Set((["localhost", machine, machine + ".local"] + listed).map { TextKey($0) })
    }

    /// Whether a page of `origin` may act here; a request without an origin is not a page's.
    func allows(origin: String?, host: String?) -> Bool {
        guard let origin, reader(origin: origin) == nil else { return true }
        guard allowed == nil, let page = WebAuthority(origin: origin), let host,
            let own = WebAuthority(host, scheme: page.scheme)
        else { return false }
        return page == own && accepts(host: host)
    }

    /// Whether there are other origins than the server's own whose pages may read responses.
    var sharesResponses: Bool { allowed != nil || !siblings.isEmpty }

    /// The origin whose pages may read the response to a request of `origin`: the same, if it is an allowed
    /// one or a sibling's, and `*` if every one is allowed.
    func reader(origin: String?) -> String? {
        guard sharesResponses, let origin else { return nil }
        if let allowed {
            if allowed.contains("*") { return "*" }
            if allowed.contains(TextKey(origin.asciiLowercased)) { return origin }
        }
        return WebAuthority(origin: origin).map(siblings.contains) == true ? origin : nil
    }

    /// Whether a browser sends the request for a page of another site.
    ///
    /// For requests that change nothing, browsers may omit `Origin`; they then send `Sec-Fetch-Site`.
    /// - Parameter site: `Sec-Fetch-Site`; nil from old browsers and other programs.
    func isForeign(origin: String?, site: String?, host: String?) -> Bool {
        guard origin == nil else { return !allows(origin: origin, host: host) }
        return site?.isSame(asLowercase: "cross-site") == true
            || site?.isSame(asLowercase: "same-site") == true
    }

    /// Whether the server accepts this name for itself.
    func accepts(host: String?) -> Bool {
        guard !acceptsAnyHost, let host else { return true }
        if allowed?.contains("*") == true { return true }
        return WebAuthority(host, scheme: "http").map(isKnown) ?? false
    }

    /// Whether a request is that of a program, or of a page of this very server, whichever others are allowed.
    func isOwn(origin: String?, host: String?) -> Bool {
        guard let origin else { return true }
        guard let host, let page = WebAuthority(origin: origin),
            let own = WebAuthority(host, scheme: page.scheme)
        else { return false }
        return page == own && isKnown(own)
    }

    /// Whether no foreign page can have this name.
    private func isKnown(_ own: WebAuthority) -> Bool {
        own.isAddress || names.contains(TextKey(own.name)) || own.name.ends(with: ".localhost")
    }

    /// The name of this machine.
    static var machine: String { ProcessInfo.processInfo.hostName }
}

/// Scheme, name and port of an origin or of a `Host` field, normalised for comparison.
private struct WebAuthority: Hashable {
    let scheme: String
    /// In lower case; an IPv6 address without its brackets.
    let name: String
    let port: Int

    /// Reads `http://example.org:8080`; nil for `null` and for anything else.
    init?(origin: String) {
        let (scheme, rest) = origin.halves(at: ":")
        guard let rest, rest.begins(with: "//") else { return nil }
        self.init(rest.utf8.dropFirst(2), scheme: scheme.asciiLowercased)
    }

    /// Reads `example.org:8080`.
    init?(_ authority: String, scheme: String) {
        self.init(authority.utf8[...], scheme: scheme)
    }

    private init?(_ authority: Substring.UTF8View, scheme: String) {
        let isSecure = scheme.isSame(as: "https")
        guard isSecure || scheme.isSame(as: "http"), authority.count <= Self.longest else {
            return nil
        }
        self.scheme = scheme
        let text = authority.map(\.asciiLowercase)
        let start: Int
        let end: Int
        if text.first == UInt8(ascii: "["), let bracket = text.firstIndex(of: UInt8(ascii: "]")) {
            (start, end) = (1, bracket)
        } else {
            (start, end) = (0, text.firstIndex(of: UInt8(ascii: ":")) ?? text.count)
        }
        let rest = text[(end + start)...]
        guard start < end, rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
        name = String(decoding: text[start..<end], as: UTF8.self)
        guard rest.count > 1 else {
            port = isSecure ? 443 : 80
            return
        }
        guard let number = UInt16(String(decoding: rest.dropFirst(), as: UTF8.self)) else {
            return nil
        }
        port = Int(number)
    }

    /// Bytes of a name of DNS at most, with brackets and a port.
    private static let longest = 272

    static func == (left: Self, right: Self) -> Bool {
        left.port == right.port && left.name.isSame(as: right.name)
            && left.scheme.isSame(as: right.scheme)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(TextKey(name))
        hasher.combine(port)
    }

    /// Whether the name is a numeric address, which DNS cannot redirect.
    var isAddress: Bool {
        var room = in6_addr()
        let isShort = unsafe inet_pton(AF_INET, name, &room) == 1
        let isLong = unsafe inet_pton(AF_INET6, name, &room) == 1
        return isShort || isLong
    }
}
