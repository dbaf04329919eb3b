import Foundation

/// Decides which pages may send requests to this server from a browser.
///
/// A browser sends the origin of the page (`Origin`) and the name of the server (`Host`). The page of
/// another site must not act in the name of its reader (cross-site request forgery), and a foreign name
/// that resolves to this machine must not make a foreign page the server's own (DNS rebinding).
struct OriginPolicy: Sendable {
    /// The allowed origins; nil: the server's own.
    private let allowed: Set<String>?
    /// Servers of the same content, whose pages may act here as the server's own.
    private let siblings: Set<WebAuthority>
    /// Whether every `Host` is accepted.
    private let acceptsAnyHost: Bool
    /// The accepted names, besides addresses.
    private let names: Set<String>

    /// - Parameters:
    ///   - allowed: Origins (`https://example.org`), without regard to case; `*` is every one.
    ///   - siblings: Origins of servers of the same content, allowed besides.
    ///   - acceptsAnyHost: False if nothing but the name protects the server.
    init(
        allowed: [String]?, siblings: [String] = [], acceptsAnyHost: Bool,
        machine: String = OriginPolicy.machine
    ) {
        self.allowed = allowed.map { Set($0.map { $0.lowercased() }) }
        self.acceptsAnyHost = acceptsAnyHost
        let machine = machine.lowercased()
        self.siblings = Set(siblings.compactMap { WebAuthority(origin: $0) })
        let listed = ((allowed ?? []) + siblings).compactMap { WebAuthority(origin: $0)?.name }
        names = Set(["localhost", machine, machine + ".local"] + listed)
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
            if allowed.contains(origin.lowercased()) { return origin }
        }
        return WebAuthority(origin: origin).map(siblings.contains) == true ? origin : nil
    }

    /// Whether a browser sends the request for a page of another site.
    ///
    /// For requests that change nothing, browsers may omit `Origin`; they then send `Sec-Fetch-Site`.
    /// - Parameter site: `Sec-Fetch-Site`; nil from old browsers and other programs.
    func isForeign(origin: String?, site: String?, host: String?) -> Bool {
        guard origin == nil else { return !allows(origin: origin, host: host) }
        return site.map { ["cross-site", "same-site"].contains($0.lowercased()) } ?? false
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
        own.isAddress || names.contains(own.name) || own.name.hasSuffix(".localhost")
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
        let sides = origin.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        self.init(String(sides[1]), scheme: sides[0].lowercased())
    }

    /// Reads `example.org:8080`.
    init?(_ authority: String, scheme: String) {
        guard let standard = ["http": 80, "https": 443][scheme] else { return nil }
        self.scheme = scheme
        let text = authority.lowercased()
        let end: String.Index
        if text.hasPrefix("["), let bracket = text.firstIndex(of: "]") {
            name = String(text[text.index(after: text.startIndex)..<bracket])
            end = text.index(after: bracket)
        } else {
            end = text.firstIndex(of: ":") ?? text.endIndex
            name = String(text[..<end])
        }
        let rest = text[end...]
        guard !name.isEmpty, rest.isEmpty || rest.first == ":" else { return nil }
        guard let number = rest.count > 1 ? Int(rest.dropFirst()) : standard else { return nil }
        port = number
    }

    /// Whether the name is a numeric address, which DNS cannot redirect.
    var isAddress: Bool {
        var room = in6_addr()
        let isShort = unsafe inet_pton(AF_INET, name, &room) == 1
        let isLong = unsafe inet_pton(AF_INET6, name, &room) == 1
        return isShort || isLong
    }
}
