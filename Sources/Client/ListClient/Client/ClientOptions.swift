/// Who a ``ListClient`` is, and how it connects.
public struct ClientOptions: Sendable {
    /// The name that others see; nil for none.
    public var name: String?
    /// The token, where the server wants one.
    public var token: String?
    /// Gives a token whenever one is needed, in place of ``token``: before a session, when the server refuses
    /// the one in use, and in time before that ends, so that the session goes on under the next.
    ///
    /// Where it throws, it is asked again, later each time.
    public var tokens: (@Sendable () async throws -> String)?
    /// The client's secret key: 1–64 of `A-Za-z0-9._~-`; nil for a random one.
    ///
    /// A program that keeps the key is the same client after a restart, with the same undo history. Two
    /// that run at the same time need two keys: the newer session takes over.
    public var key: String?
    /// Keeps unanswered edits, and the key, over restarts; nil: they are lost with the process.
    ///
    /// Its key counts where ``key`` is nil. With another ``key`` nothing that it keeps would be recognised.
    public var edits: EditFile?
    /// Whether to wait for a server that cannot be reached at first, as for one that is lost later; and
    /// for a list that cannot be read, as for one that cannot be read any more.
    public var waitsForServer = false
    /// The longest that a call waits: for a connection, for a list to open, for an answer; nil: as long as it takes.
    ///
    /// What a call waited for may come later; an edit is still sent, and may be applied.
    public var timeout: Duration?
    /// Makes ids and waiting times repeatable; nil for the system's random numbers.
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
