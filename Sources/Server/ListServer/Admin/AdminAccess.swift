import ListHTTP
import ListHosting
import TextBytes
import WebFiles
import WebSocketTransport

/// Who may watch the server and end sessions: the owners of everything.
///
/// Without authentication everyone owns everything. Then only this machine may, if `admin.open` says so, and
/// no client whose request a proxy passed on: a server behind a proxy sees all of them come from this machine.
struct AdminAccess: Sendable {
    /// Whether clients have to say who they are.
    let isGuarded: Bool
    /// The setting `admin.open`.
    let isOpen: Bool

    /// Why this is refused; nil: it is not.
    ///
    /// - Parameter isLocal: It comes from this machine itself, and no proxy passed it on.
    func refusal(of grants: Grants, isLocal: Bool) -> String? {
        guard isGuarded else { return openRefusal(isLocal: isLocal) }
        return grants.ownsEverything ? nil : "only an owner of all lists may watch the server"
    }

    /// Why a client that needs no token is refused; nil: they are not.
    func openRefusal(isLocal: Bool) -> String? {
        guard isOpen else {
            return
                "the admin page is off: without authentication the setting admin.open turns it on"
        }
        guard isLocal else {
            return "without authentication the admin page is for this machine alone, and not for "
                + "requests that a proxy passed on: open it at a loopback address"
        }
        return nil
    }
}

/// `GET /admin`: the page that shows the server to those who run it.
struct AdminRoute: Sendable {
    let site: StaticSite
    let access: AdminAccess

    /// The page's file, below the folder of the web client.
    private static let file = ["admin", "index.html"]

    static func serves(_ path: [String]) -> Bool {
        areSame(path, ["admin"]) || areSame(path, ["admin", ""])
    }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        if !access.isGuarded, let refusal = access.openRefusal(isLocal: request.isLocal) {
            return exchange.respond(.text(404, refusal + "\n"))
        }
        site.serve(request, at: Self.file, exchange)
    }
}
