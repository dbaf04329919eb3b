/// The files that a listener shows its peers who it is with.
package struct TLSFiles: Hashable, Sendable {
    /// PEM: the certificate, then those that it was signed by, but for the root.
    package var certificate: String
    /// PEM: its key, without a password.
    package var key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
