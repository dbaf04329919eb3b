public import ListEditing

/// What a program that has a server in it decides, and hears.
///
/// Each is called on Swift's threads, never on the event loop, and may take its time: nobody waits but those
/// who asked. None is called again for what a server reads from its store after a crash.
public struct ServerHooks: Sendable {
    /// Says who a client is and what it may do, in place of tokens that the server checks itself.
    ///
    /// - Parameter token: what the client gives in `hello` or as `Authorization: Bearer`; nil where it gives
    ///   none.
    /// - Throws: Any error: the client is refused, with the error's text as the reason.
    public var authenticate: (@Sendable (_ token: String?) async throws -> Access)?

    /// Looks at an edit before it is submitted to its list; what it returns is the answer in place of the edit.
    ///
    /// A client that sends an edit again, since it had no answer, has it looked at again; it is not applied
    /// twice. An error, or more than ``admissionSeconds``, refuses the edit as `unavailable`: the client
    /// may send it again. Edits of a session are looked at one after the other.
    /// - Returns: Nil where the edit may be applied.
    public var admit: (@Sendable (ProposedEdit) async throws -> Rejection?)?

    /// Seconds after which an edit is refused that was not admitted.
    public var admissionSeconds = 5.0

    /// Hears of each change set once it is stored, of each list in order.
    ///
    /// At most once: what a crash comes before is not told again, nor the oldest of more than 10,000 that wait. Who must not miss anything reads the
    /// list's changes after the last revision that it knows, or uses webhooks. On several servers the one
    /// tells that answered the edit.
    public var committed: (@Sendable (CommittedSet) async -> Void)?

    /// Nothing is decided or heard by the program.
    public init() {}
}

// Canonical equivalence: the embedding program makes and compares it.
/// Who a client is, and what it may do with which lists.
public struct Access: Hashable, Sendable {
    // Canonical equivalence: the embedding program names it.
    /// What a user may do with a list, each more than the one before.
    public enum Role: String, Sendable {
        case viewer, editor, owner
    }

    /// 1 to 256 bytes without control characters.
    public var user: String
    /// The name that others see; nil: the one that the client gives.
    public var name: String?
    /// Roles by patterns of lists' names, such as `trip`, `team-*` or `*`.
    ///
    /// The most exact one decides; what no pattern fits does not exist for this user.
    public var lists: [String: Role]
    /// Seconds from now after which the client must have authenticated again.
    public var seconds: Double

    /// What a user may do.
    public init(user: String, name: String? = nil, lists: [String: Role], seconds: Double = 86_400)
    {
        self.user = user
        self.name = name
        self.lists = lists
        self.seconds = seconds
    }
}

/// An edit that a client has sent and that was not submitted to its list yet.
public struct ProposedEdit: Sendable {
    /// What the client asks for.
    public enum Kind: Sendable {
        /// To apply these actions.
        case edit(Edit)
        /// To take its last edit back.
        case undo
        /// To repeat what it took back last.
        case redo
        /// To make the list as it was at this revision.
        case restore(Int)
    }

    /// The list's id.
    public let list: String
    /// What is to be done.
    public let kind: Kind
    /// The public name of the client.
    public let client: String
    /// Nil where authentication is off.
    public let user: String?
    /// The name that others see.
    public let name: String?
}

/// A change set that is stored.
public struct CommittedSet: Sendable {
    /// The list's id.
    public let list: String
    /// Unlike that of every other list, also of one that had this id before.
    public let epoch: String
    /// The list's revision with this set.
    public let revision: Int
    /// The set as every client gets it: JSON, as the protocol's page says.
    public let json: [UInt8]
}
