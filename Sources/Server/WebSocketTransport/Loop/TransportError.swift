// Canonical equivalence: tests alone compare them.
/// Why a loop, a listener or a dialer could not be set up.
package enum TransportError: Error, Equatable, CustomStringConvertible {
    /// The operating system provides no event loop.
    case noEventLoop
    /// The address (`host:port`) cannot be bound; the reason is the system's.
    case cannotListen(address: String, reason: String)
    /// Another process listens at the address (`host:port`).
    case addressInUse(String)
    /// The files hold no certificate with its key; the reason is the system's.
    case badCertificate(certificate: String, key: String, reason: String)

    package var description: String {
        switch self {
        case .noEventLoop: "no event loop could be made"
        case .cannotListen(let address, let reason): "cannot listen on \(address): \(reason)"
        case .addressInUse(let address):
            "cannot listen on \(address): something else listens there; end it, or choose another port"
        case .badCertificate(let certificate, let key, let reason):
            "the certificate \(certificate) with the key \(key) cannot be used: \(reason)"
        }
    }
}
