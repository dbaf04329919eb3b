import JSON

/// A list that a client creates, uses for a while, deletes, and creates again.
struct ListLifecycle {
    private enum LifecycleState { case absent, creating, present, deleting }

    let plan: ListPlan
    private var state = LifecycleState.absent
    /// The number of steps until the next request.
    private var stepsLeft = 0

    init(plan: ListPlan) { self.plan = plan }

    /// Whether the server was sent a request that it has not answered.
    var isUnderWay: Bool { state == .creating || state == .deleting }

    /// Counts one step of the client; returns the request that is due, if one is.
    mutating func advance() -> LifecycleStep? {
        stepsLeft -= 1
        guard stepsLeft < 0 else { return nil }
        switch state {
        case .absent:
            state = .creating
            return .create(createMessage)
        case .present:
            state = .deleting
            stepsLeft = 5
            return .delete(deleteMessage)
        case .creating, .deleting: return nil
        }
    }

    /// After a reconnect: what to send again.
    var resumption: LifecycleStep? {
        switch state {
        case .absent: nil
        case .creating: .create(createMessage)
        case .deleting: .delete(deleteMessage)
        case .present: .open
        }
    }

    /// Whether the client waits for the list to be created.
    var isCreating: Bool { state == .creating }

    /// The server has created the list, or says that it exists.
    ///
    /// - Parameter steps: The number of steps until the client deletes the list.
    mutating func created(lasting steps: Int) {
        state = .present
        stepsLeft = steps
    }

    /// The list no longer exists.
    mutating func deleted() { state = .absent }

    private var createMessage: JSONValue { plan.value.with(("type", .string("create"))) }

    private var deleteMessage: JSONValue {
        .members(("type", .string("delete")), ("list", .string(plan.name)))
    }
}

/// What a client does next with the list of its ``ListLifecycle``.
enum LifecycleStep {
    /// Sends this `create`.
    case create(JSONValue)
    /// Sends this `delete`.
    case delete(JSONValue)
    /// Opens the list.
    case open
}
