/// What every history must satisfy.
///
/// The raw values are the names in reports. Property 2, that a replay of the store gives the list, needs
/// the store: `lockstep verify` judges it.
package enum Property: String, CaseIterable, Sendable {
    case revisions = "1"
    case onceOnly = "3"
    case resending = "4"
    case order = "5"
    case neverBack = "6"
    case allEqual = "7"
    case rowsKept = "8"
    case places = "9"
    case rejections = "10"
    case resuming = "11"
    case answers = "A"
    case windows = "W"

    /// The property as a sentence.
    package var text: String {
        switch self {
        case .revisions:
            "Revisions are consecutive from 1, unique, and the same for every observer."
        case .onceOnly:
            "Every answered edit that applied appears once, every unanswered one at most once."
        case .resending: "A resent id gives the same revision and changes nothing."
        case .order:
            "An edit sent after another's answer has a higher revision; "
                + "each client's edits keep their order."
        case .neverBack: "Nobody sees a revision fall, across reconnects and crashes too."
        case .allEqual: "When all is quiet every client equals the server."
        case .rowsKept:
            "Moves neither lose nor double a row; a deleted row comes back by undo or restoring alone."
        case .places: "Every edit does what the written rules say on the state before."
        case .rejections: "A rejected edit changes nothing and uses no revision."
        case .resuming: "Resuming from any revision gives what a fresh snapshot gives."
        case .answers: "Every edit gets exactly one answer in a session that sent it."
        case .windows:
            "Whatever a windowed client holds equals the list at its revision, at every revision."
        }
    }
}

/// The verdict on one property: how often it was tried, and what violates it.
package struct PropertyVerdict: Sendable {
    package let property: Property
    /// How many facts were tried against the property.
    package let tried: Int
    package let violations: [Violation]

    package var isBroken: Bool { !violations.isEmpty }
}

/// Evidence that a property does not hold.
package struct Violation: Equatable, Sendable {
    /// The list, where the violation is about one.
    package let list: String?
    /// The revision, where the violation is about one.
    package let revision: Int?
    package let text: String
    /// The messages sent and received, unchanged.
    package let messages: [String]
    /// What became of an edit, where the violation is that it does not appear exactly once.
    let miscount: EditMiscount?

    init(
        _ text: String, list: String? = nil, revision: Int? = nil, messages: [String] = [],
        miscount: EditMiscount? = nil
    ) {
        self.text = text
        self.list = list
        self.revision = revision
        self.messages = messages
        self.miscount = miscount
    }
}

/// How often an edit appears, where that is wrong.
enum EditMiscount: Sendable {
    case lost, doubled
}

extension HistoryChecker {
    /// Judges every property.
    var verdicts: [PropertyVerdict] { Property.allCases.map { verdict(on: $0) } }

    private func verdict(on property: Property) -> PropertyVerdict {
        let judgement =
            switch property {
            case .revisions: revisionsAreOneSequence()
            case .onceOnly: editsAppearOnce()
            case .resending: resendingChangesNothing()
            case .order: orderIsKept()
            // These show while the history is read.
            case .neverBack, .answers: Judgement()
            case .allEqual: clientsEqualTheServer()
            case .rowsKept: rowsAreKept()
            case .places: editsDoWhatTheRulesSay()
            case .rejections: rejectionsChangeNothing()
            case .resuming: resumingGivesTheSame()
            case .windows: windowsEqualTheList()
            }
        return PropertyVerdict(
            property: property, tried: judgement.tried + (tried[property] ?? 0),
            violations: (violations[property] ?? []) + judgement.violations)
    }
}

/// How many facts were tried against a property, and those that violate it.
struct Judgement {
    var tried = 0
    var violations: [Violation] = []

    mutating func add(_ other: Judgement) {
        tried += other.tried
        violations += other.violations
    }
}
