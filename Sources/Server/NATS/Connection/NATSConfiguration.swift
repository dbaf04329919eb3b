// Canonical equivalence in this file: settings of the operator, and what the operator's own NATS
// servers write.
internal import CNATS
import Foundation

/// How a connection is made: to which servers, as whom, and how it notices that one is gone.
package struct NATSConfiguration: Sendable {
    /// Addresses of servers, as `nats://10.0.0.1:4222` or `tls://…`; one of them is enough.
    package var urls: [String]
    /// The name under which servers list the connection.
    package var name = "lockstep"
    /// A file with the certificates (PEM) of the authorities that servers' certificates are from; with
    /// it the connection must be encrypted.
    package var authorities: String?
    /// Files (PEM) with the certificates and the key that the client shows to servers.
    package var certificate: (chain: String, key: String)?
    /// A credentials file, with a user's JWT and seed.
    package var credentials: String?
    /// Seconds for one attempt to connect.
    package var connectSeconds = 2.0
    /// Seconds between pings; after two without an answer, the connection is given up.
    package var pingSeconds = 1.0
    /// Seconds between two attempts at the same server.
    package var reconnectSeconds = 0.1
    /// Seconds after which a write that a server does not take ends the connection.
    package var writeSeconds = 2.0
    /// Seconds for which an answer of JetStream is waited for.
    package var requestSeconds = 3.0
    /// The most bytes of messages that wait to be sent, and of messages that wait for the owner.
    package var maximumQueuedBytes = 64 << 20

    package init(urls: [String]) {
        self.urls = urls
    }

    /// Whether the connection is to be encrypted.
    var isEncrypted: Bool { authorities != nil || urls.contains { $0.hasPrefix("tls://") } }

    /// The addresses by comma, without users and passwords: for people.
    package static func text(of urls: [String]) -> String {
        urls.map { url in
            guard let start = url.range(of: "://")?.upperBound,
                let at = url[start...].lastIndex(of: "@")
            else { return url }
            return String(url[..<start] + url[url.index(after: at)...])
        }.joined(separator: ",")
    }

    /// Makes libnats' options, which the caller destroys.
    ///
    /// - Parameter context: What libnats hands to the callbacks of the connection's state.
    func makeOptions(context: UnsafeMutableRawPointer) throws(NATSError) -> OpaquePointer {
        var made: OpaquePointer?
        guard unsafe natsOptions_Create(&made) == NATS_OK, let options = unsafe made else {
            throw .badSetting("libnats has no memory")
        }
        do throws(NATSError) {
            try unsafe apply(to: options, context: context)
            return unsafe options
        } catch {
            unsafe natsOptions_Destroy(options)
            throw error
        }
    }

    private func apply(
        to options: OpaquePointer, context: UnsafeMutableRawPointer
    ) throws(NATSError) {
        func set(_ setting: String, _ status: natsStatus) throws(NATSError) {
            guard status == NATS_OK else {
                throw .badSetting("\(setting): \(NATSError.text(of: status))")
            }
        }
        func milliseconds(_ seconds: Double) -> Int64 { max(1, Int64(seconds * 1_000)) }

        try set("nats.urls", unsafe Self.setServers(urls, in: options))
        try set("name", unsafe natsOptions_SetName(options, name))
        if let authorities {
            try set(
                "nats.ca \(authorities)",
                unsafe natsOptions_LoadCATrustedCertificates(options, authorities))
            try set("nats.ca", unsafe natsOptions_SetSecure(options, true))
        }
        if let certificate {
            try set(
                "nats.cert \(certificate.chain), nats.key \(certificate.key)",
                unsafe natsOptions_LoadCertificatesChain(
                    options, certificate.chain, certificate.key))
        }
        if let credentials {
            // libnats reads it at each connecting, and tells of a failure as if no server were there.
            let problem = Self.problem(ofCredentials: credentials)
            if let problem {
                throw .badSetting("the credentials file \(credentials) \(problem)")
            }
            try set(
                "nats.credentials \(credentials)",
                unsafe natsOptions_SetUserCredentialsFromFiles(options, credentials, nil))
        }
        let statuses = unsafe [
            natsOptions_SetTimeout(options, milliseconds(connectSeconds)),
            natsOptions_SetSendAsap(options, true),
            natsOptions_SetWriteDeadline(options, milliseconds(writeSeconds)),
            natsOptions_SetPingInterval(options, milliseconds(pingSeconds)),
            natsOptions_SetMaxPingsOut(options, 2),
            natsOptions_SetMaxReconnect(options, -1),
            natsOptions_SetReconnectWait(options, milliseconds(reconnectSeconds)),
            natsOptions_SetReconnectJitter(options, 20, 20),
            // 0 would mean 8 MB: see `NATS.docc`.
            natsOptions_SetReconnectBufSize(options, 1),
            // Nodes may announce addresses that only they can reach.
            natsOptions_SetIgnoreDiscoveredServers(options, true),
            natsOptions_UseGlobalMessageDelivery(options, true),
            natsOptions_SetDisconnectedCB(options, ConnectionCallbacks.disconnected, context),
            natsOptions_SetReconnectedCB(options, ConnectionCallbacks.reconnected, context),
            natsOptions_SetClosedCB(options, ConnectionCallbacks.closed, context),
            natsOptions_SetErrorHandler(options, ConnectionCallbacks.failed, context),
        ]
        for status in statuses { try set("libnats", status) }
    }

    /// Why a credentials file is of no use; nil: it has what it must have.
    private static func problem(ofCredentials path: String) -> String? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            return "cannot be read"
        }
        let parts = ["NATS USER JWT", "USER NKEY SEED"]
        let missing = parts.filter { !text.contains("-----BEGIN \($0)-----") }
        return missing.isEmpty ? nil : "has no \(missing.joined(separator: ", no "))"
    }

    private static func setServers(_ urls: [String], in options: OpaquePointer) -> natsStatus {
        // libnats copies the strings.
        let copies = unsafe urls.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        var pointers = unsafe copies.map { unsafe UnsafePointer<CChar>($0) }
        return unsafe natsOptions_SetServers(options, &pointers, Int32(urls.count))
    }
}
