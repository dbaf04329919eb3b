/// The server's own name and version.
package enum ServerVersion {
    package static let number = "0.1.0"

    /// The value of `server` in `welcome`.
    package static let name = "lockstep/\(number)"

    /// The value of `features` in `welcome`: the optional parts of the protocol that every session has.
    ///
    /// - Parameter isGuarded: Whether clients have to say who they are.
    static func features(_ options: ServerOptions, isGuarded: Bool) -> [String] {
        ["authors", "events", "files", "restore", "versions"] + (isGuarded ? ["renewal"] : [])
            + (options.servers.isEmpty ? [] : ["servers"])
    }
}
