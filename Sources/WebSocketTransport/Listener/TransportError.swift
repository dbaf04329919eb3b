/// Why the transport could not be set up.
package enum TransportError: Error, Equatable, CustomStringConvertible {
    /// The operating system gave no event loop.
    case noEventLoop
    /// Nothing can listen there: where (`host:port`), and why in the system's words.
    case cannotListen(address: String, reason: String)
    /// Another process listens there: `host:port`.
    case addressInUse(String)
    /// The files hold no certificate with its key; why, in the system's words.
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
