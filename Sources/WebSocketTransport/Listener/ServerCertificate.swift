import CWebSockets
import Foundation

/// The certificate that a port shows to peers, read from its files once and whenever it is asked to.
///
/// On the loop's thread; must outlive the port.
@safe
final class ServerCertificate {
    private let files: TLSFiles
    private let held: UnsafeMutablePointer<lockstep_certificate>

    /// - Throws: ``TransportError/badCertificate(certificate:key:reason:)``.
    init(_ files: TLSFiles) throws(TransportError) {
        self.files = files
        unsafe held = .allocate(capacity: 1)
        unsafe held.initialize(to: lockstep_certificate())
        try load()
    }

    deinit {
        unsafe lockstep_certificate_free(held)
        unsafe held.deallocate()
    }

    /// Reads the files; connections that are yet to come see what they hold now.
    ///
    /// - Throws: ``TransportError/badCertificate(certificate:key:reason:)``; the old one stays.
    func load() throws(TransportError) {
        for path in [files.certificate, files.key] where unsafe access(path, R_OK) != 0 {
            throw problem("\(path): \(unsafe String(cString: strerror(errno)))")
        }
        if let reason = unsafe lockstep_certificate_load(held, files.certificate, files.key) {
            throw problem(unsafe String(cString: reason))
        }
    }

    /// Has the port whose `SSL_CTX` that is show the certificate.
    func use(in port: UnsafeMutableRawPointer?) {
        guard let port = unsafe port else { return }
        unsafe lockstep_certificate_use(held, port)
    }

    private func problem(_ reason: String) -> TransportError {
        .badCertificate(certificate: files.certificate, key: files.key, reason: reason)
    }
}
