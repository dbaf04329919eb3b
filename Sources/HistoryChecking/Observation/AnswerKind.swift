/// How an edit was answered.
enum AnswerKind: Equatable, Sendable {
    /// Its change set came.
    case set
    case applied
    case noop
    /// `duplicate`: this id was answered before; nil: how is not remembered.
    case duplicate(applied: Bool?)
    /// `staleBase` since the list is another one now: says nothing of the first sending.
    case otherEpoch
    case reject(String)
    case error(String)

    /// Whether it says that the edit changed the list.
    var saysApplied: Bool {
        switch self {
        case .set, .applied, .duplicate(applied: true): true
        default: false
        }
    }

    /// Whether it says that the edit changed nothing.
    var saysNotApplied: Bool {
        switch self {
        case .noop, .duplicate(applied: false): true
        default: isRefusal
        }
    }

    var isRefusal: Bool {
        switch self {
        case .reject, .error: true
        default: false
        }
    }

    /// As the protocol calls it.
    var text: String {
        switch self {
        case .set: "its change set"
        case .applied: "applied"
        case .noop: "noop"
        case .duplicate(let applied):
            "duplicate" + (applied.map { $0 ? ", applied" : ", not applied" } ?? "")
        case .otherEpoch: "staleBase of another epoch"
        case .reject(let code), .error(let code): code
        }
    }
}
