/// Who a ``ListClient`` is, and how it goes about it.
public struct ClientOptions: Sendable {
    /// The name that others see; nil shows none.
    public var name: String?
    /// The token, where the server wants one.
    public var token: String?
    /// The client's secret key: 1–64 of `A-Za-z0-9._~-`; nil makes one up.
    ///
    /// One who keeps the key is the same client after a restart, with the same undo history. Two that
    /// run at a time need two keys: the newer takes over.
    public var key: String?
    /// Whether a server that cannot be reached at first is waited for, like one that is lost later; and
    /// a list that cannot be read, like one that cannot be read any more.
    public var waitsForServer = false
    /// Makes ids and waiting times repeatable; nil takes the system's random numbers.
    public var seed: UInt64?
    /// A PEM file of the certificate authorities to trust instead of the system's.
    public var trustRoots: String?

    /// Options with the defaults above.
    public init(name: String? = nil, token: String? = nil, key: String? = nil) {
        self.name = name
        self.token = token
        self.key = key
    }
}
