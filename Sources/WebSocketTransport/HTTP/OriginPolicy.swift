import Foundation

/// Whose pages may speak to this server from a browser.
///
/// A browser sends along from where a page came (`Origin`) and by what name it found the server
/// (`Host`). A page from elsewhere must not act for the person who looks at it, and a name that
/// its owner points at this machine must not make a stranger's page one of ours.
struct OriginPolicy: Sendable {
    /// The origins that may; nil: this server's own pages.
    private let allowed: Set<String>?
    /// Whether the server goes by whatever name it is asked under.
    private let believesHost: Bool
    /// The machine's own names, besides its addresses.
    private let names: Set<String>

    /// - Parameters:
    ///   - allowed: origins (`https://example.org`), letter case aside; `*` is every one.
    ///   - believesHost: false where nothing but the name protects what is served.
    init(allowed: [String]?, believesHost: Bool, machine: String = OriginPolicy.machine) {
        self.allowed = allowed.map { Set($0.map { $0.lowercased() }) }
        self.believesHost = believesHost
        let machine = machine.lowercased()
        let listed = (allowed ?? []).compactMap { WebAuthority(origin: $0)?.name }
        names = Set(["localhost", machine, machine + ".local"] + listed)
    }

    /// Whether a page of `origin` may act here; without an origin it is no page.
    func admits(origin: String?, host: String?) -> Bool {
        guard let origin else { return true }
        if let allowed {
            return allowed.contains(origin.lowercased()) || allowed.contains("*")
        }
        guard let page = WebAuthority(origin: origin), let host,
            let own = WebAuthority(host, scheme: page.scheme)
        else { return false }
        return page == own && knows(host: host)
    }

    /// Whether a browser asks for a page from elsewhere.
    ///
    /// For requests that change nothing, which a page may make anywhere without saying where it comes
    /// from (`Origin`): then browsers say how it relates to the server (`Sec-Fetch-Site`).
    /// - Parameter site: `Sec-Fetch-Site`; nil from commands and old browsers.
    func isForeign(origin: String?, site: String?, host: String?) -> Bool {
        guard origin == nil else { return !admits(origin: origin, host: host) }
        return site.map { ["cross-site", "same-site"].contains($0.lowercased()) } ?? false
    }

    /// Whether the server goes by the name that it was asked under.
    func knows(host: String?) -> Bool {
        guard !believesHost, let host else { return true }
        if allowed?.contains("*") == true { return true }
        guard let own = WebAuthority(host, scheme: "http") else { return false }
        return own.isAddress || names.contains(own.name) || own.name.hasSuffix(".localhost")
    }

    /// The name of this machine.
    static var machine: String { ProcessInfo.processInfo.hostName }
}
