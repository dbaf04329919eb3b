/// What a history must satisfy (the design notes on testing); the second needs the store.
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
            "Moves neither lose nor double a row; a deleted row comes back by undo alone."
        case .places: "Every edit does what the written rules say on the state before."
        case .rejections: "A rejected edit changes nothing and uses no revision."
        case .resuming: "Resuming from any revision gives what a fresh snapshot gives."
        case .answers: "Every edit gets exactly one answer in a session that sent it."
        }
    }
}
