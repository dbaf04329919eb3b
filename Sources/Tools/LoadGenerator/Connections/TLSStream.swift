import CTLS
import Foundation

/// The certificates that all TLS connections of a run trust.
@safe package final class TLSTrust {
    fileprivate let pointer: OpaquePointer
    let authorities: String?
    let verifies: Bool

    /// Reads the certificates.
    ///
    /// - Parameters:
    ///   - authorities: A PEM file of certificate authorities; nil: the system's.
    ///   - verifies: Whether servers are checked at all.
    /// - Throws: `LoadError` where the file holds no certificates.
    package init(authorities: String?, verifies: Bool) throws(LoadError) {
        guard let made = unsafe lockstep_tls_trust_new(authorities, verifies ? 1 : 0) else {
            throw LoadError(
                "\(authorities ?? "the system's store") holds no certificates in PEM form")
        }
        unsafe pointer = made
        self.authorities = authorities
        self.verifies = verifies
    }

    deinit { unsafe lockstep_tls_trust_free(pointer) }
}

/// The TLS of one connection, on a socket that does not block.
@safe final class TLSStream {
    /// What became of a call.
    enum Outcome: Hashable {
        /// So many bytes, at least one; of a handshake: it is done.
        case done(Int)
        case wantsInput
        case wantsOutput
        /// The peer has closed the stream.
        case ended
        case failed(String)
    }

    private let pointer: OpaquePointer

    /// - Parameters:
    ///   - socket: Connected, or connecting; the caller closes it.
    ///   - host: A name or a numeric address, for which the certificate must be.
    ///   - earlier: An earlier connection to the same server, whose session is resumed if it can be.
    init(
        _ trust: TLSTrust, socket: Int32, host: String, earlier: TLSStream? = nil
    ) throws(LoadError) {
        guard
            let made = unsafe lockstep_tls_new(trust.pointer, socket, host, earlier?.pointer)
        else { throw LoadError("TLS cannot be prepared for \(host)") }
        unsafe pointer = made
    }

    deinit { unsafe lockstep_tls_free(pointer) }

    /// Whether the session of an earlier connection was resumed, which spares the server signing.
    var isResumed: Bool { unsafe lockstep_tls_is_resumed(pointer) != 0 }

    /// Performs the handshake as far as it goes.
    func handshake() -> Outcome { outcome(Int(unsafe lockstep_tls_handshake(pointer))) }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        outcome(unsafe lockstep_tls_read(pointer, buffer.baseAddress, buffer.count))
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        outcome(unsafe lockstep_tls_write(pointer, bytes.baseAddress, bytes.count))
    }

    private func outcome(_ result: Int) -> Outcome {
        guard result <= 0 else { return .done(result) }
        return switch Int32(result) {
        case lockstep_tls_ended.rawValue: .ended
        case lockstep_tls_wants_input.rawValue: .wantsInput
        case lockstep_tls_wants_output.rawValue: .wantsOutput
        default: .failed(unsafe String(cString: lockstep_tls_problem(pointer)))
        }
    }
}

/// A key and a certificate for 127.0.0.1 that it has signed itself, for a server that is started for a run.
struct OwnCertificate {
    /// The PEM files.
    let certificate: String
    let key: String

    private static let days: Int32 = 7

    /// Makes them in a folder.
    ///
    /// - Throws: `LoadError` where the files cannot be written.
    init(in folder: URL) throws(LoadError) {
        certificate = folder.appendingPathComponent("server.pem").path
        key = folder.appendingPathComponent("server.key").path
        guard
            unsafe lockstep_tls_make_certificate(
                "IP:127.0.0.1", OwnCertificate.days, certificate, key) != 0
        else { throw LoadError("no certificate can be made in \(folder.path)") }
    }
}
