/// The server's own name and version.
package enum ServerVersion {
    package static let number = "0.1.0"

    /// As it stands in `welcome`.
    package static let name = "lockstep/\(number)"
}
