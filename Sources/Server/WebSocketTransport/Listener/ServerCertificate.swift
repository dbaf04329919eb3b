import CWebSockets
import Foundation

/// The certificate of a listener, read from its files at first and whenever it is reloaded.
///
/// On the loop's thread; must outlive the context.
@safe
final class ServerCertificate {
    private let files: TLSFiles
    private let held: UnsafeMutablePointer<lws_shim_certificate>

    /// - Throws: ``TransportError/badCertificate(certificate:key:reason:)``.
    init(_ files: TLSFiles) throws(TransportError) {
        self.files = files
        unsafe held = .allocate(capacity: 1)
        unsafe held.initialize(to: lws_shim_certificate())
        try load()
    }

    deinit {
        unsafe lws_shim_certificate_free(held)
        unsafe held.deallocate()
    }

    /// Reads the files; new connections use them.
    ///
    /// - Throws: ``TransportError/badCertificate(certificate:key:reason:)``; the old one stays.
    func load() throws(TransportError) {
        for path in [files.certificate, files.key] where unsafe access(path, R_OK) != 0 {
            throw problem("\(path): \(unsafe String(cString: strerror(errno)))")
        }
        if let reason = unsafe lws_shim_certificate_load(held, files.certificate, files.key) {
            throw problem(unsafe String(cString: reason))
        }
    }

    /// Makes the port with this `SSL_CTX` use the certificate.
    func use(in port: UnsafeMutableRawPointer?) {
        guard let port = unsafe port else { return }
        unsafe lws_shim_certificate_use(held, port)
    }

    private func problem(_ reason: String) -> TransportError {
        .badCertificate(certificate: files.certificate, key: files.key, reason: reason)
    }
}

// Canonical equivalence: the operator names the files.
/// The files of a certificate and its key.
package struct TLSFiles: Hashable, Sendable {
    /// PEM: the certificate, followed by its chain without the root.
    package var certificate: String
    /// PEM: the private key, without a password.
    package var key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
