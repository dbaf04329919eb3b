import ListDocument
package import ListHosting
import ListProtocol
package import WebSocketTransport

/// What the sessions of one server share.
///
/// Confined to the loop's thread.
package final class SessionServices {
    package let runtime: ServerRuntime
    package let lists: ListRegistry
    /// Is told what happens.
    package let monitor: ServerMonitor
    package let authenticator: Authenticator
    /// Looks at edits before they are submitted; nil: they are not looked at.
    package let admission: (any EditAdmission)?
    package let settings: SessionSettings

    package init(
        _ lists: ListRegistry, authenticator: Authenticator, admission: (any EditAdmission)?,
        settings: SessionSettings
    ) {
        self.lists = lists
        runtime = lists.services.runtime
        monitor = lists.services.monitor
        self.authenticator = authenticator
        self.admission = admission
        self.settings = settings
    }

    package var loop: EventLoop { runtime.loop }
    /// The other servers, where there may be any; on the loop's thread only.
    package var peers: ServerPeers? { lists.services.peers }
    var limits: ProtocolLimits { lists.services.limits }
}

/// What sessions are notified of the server, and how long they may take.
package struct SessionSettings: Sendable {
    /// The name and version of the server.
    var server: String
    /// The optional parts of the protocol that every session has.
    var features: [String]
    /// Addresses where the same lists are served.
    var servers: [String]
    /// Seconds until a session must have sent `hello`.
    var helloSeconds: Int
    /// Seconds after which later messages of a session no longer wait for one that creates or deletes a list.
    var patience: Double
    /// Nil: a session's edits are not counted.
    package var editRate: EditRate?

    package init(
        server: String, features: [String], servers: [String], helloSeconds: Int,
        patience: Double, editRate: EditRate?
    ) {
        self.server = server
        self.features = features
        self.servers = servers
        self.helloSeconds = helloSeconds
        self.patience = patience
        self.editRate = editRate
    }
}
