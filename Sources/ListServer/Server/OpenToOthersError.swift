/// A server without authentication was to listen where other machines can reach it.
struct OpenToOthersError: Error, CustomStringConvertible {
    let host: String

    var description: String {
        "without authentication it listens on loopback only, and \(host) is more than that. Set "
            + "auth.mode to jwt, or give --allow-open if everyone who can reach \(host) may "
            + "read, change and delete every list"
    }
}
