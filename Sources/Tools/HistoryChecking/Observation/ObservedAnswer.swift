import ListEditing
import ListProtocol

/// An `ack`, a `reject`, or an `error` that answers an edit.
package struct ObservedAnswer: Sendable {
    package let list: String
    package let id: Int
    let kind: AnswerKind
    let revision: Int?
    let clamps: [ObservedClamp]

    /// Whether the edit was refused.
    package var isRefusal: Bool { kind.isRefusal }

    init(_ ack: Ack) {
        list = ack.list.text
        id = ack.id
        revision = ack.revision
        switch ack.outcome {
        case .applied(_, let clamps):
            kind = .applied
            self.clamps = clamps.map { ObservedClamp($0) }
        case .noop(let clamps):
            kind = .noop
            self.clamps = clamps.map { ObservedClamp($0) }
        case .duplicate(let applied):
            kind = .duplicate(applied: applied)
            clamps = []
        }
    }

    /// - Returns: Nil where the message does not name a list and an edit.
    init?(reject message: ReceivedRefusal) {
        self.init(message, kind: .reject(message.code))
    }

    /// - Returns: Nil where the message answers no edit.
    init?(error message: ReceivedRefusal) {
        self.init(message, kind: .error(message.code))
    }

    private init?(_ message: ReceivedRefusal, kind: AnswerKind) {
        guard let list = message.list, let id = message.id else { return nil }
        self.list = list.text
        self.id = id
        self.kind = kind
        revision = nil
        clamps = []
    }
}

/// The kind of an answer to an edit.
enum AnswerKind: Equatable, Sendable {
    /// The edit's change set arrived.
    case set
    case applied
    case noop
    /// The server had answered this id before; nil: it does not know how.
    case duplicate(applied: Bool?)
    /// `staleBase`, or a duplicate that was not applied, of a later epoch of the list: it does not say what
    /// became of the first sending.
    case otherEpoch
    case reject(String)
    case error(String)

    /// Whether the answer says that the edit changed the list.
    var saysApplied: Bool {
        switch self {
        case .set, .applied, .duplicate(applied: true): true
        default: false
        }
    }

    /// Whether the answer says that the edit changed nothing.
    var saysNotApplied: Bool {
        switch self {
        case .noop, .duplicate(applied: false): true
        default: isRefusal
        }
    }

    var isRefusal: Bool { refusalCode != nil }

    /// The code of a refusal; nil for other answers.
    var refusalCode: String? {
        switch self {
        case .reject(let code), .error(let code): code
        default: nil
        }
    }

    /// The answer as the protocol names it.
    var text: String {
        switch self {
        case .set: "its change set"
        case .applied: "applied"
        case .noop: "noop"
        case .duplicate(let applied):
            "duplicate" + (applied.map { $0 ? ", applied" : ", not applied" } ?? "")
        case .otherEpoch: "refused by another epoch"
        case .reject(let code), .error(let code): code
        }
    }
}

/// A place that an answer reports as clamped.
struct ObservedClamp: Equatable, Sendable {
    /// The path of a row, or the index of a section.
    let to: [Int]
    let why: String

    init(_ clamp: Clamp) {
        switch clamp.to {
        case .row(let path): to = [path.section, path.row]
        case .section(let index): to = [index]
        }
        why = clamp.why.rawValue
    }

    init(_ clamp: ModelList.Clamped) {
        to = clamp.path.map { [$0.section, $0.row] } ?? [clamp.section ?? -1]
        why = clamp.why.rawValue
    }
}
