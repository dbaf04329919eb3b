/// What is counted in a run.
package enum CountName: String, CaseIterable, Sendable {
    case sent, answered, applied, noop, rejected, lost, doubled, resends, reconnects, lists, sets

    /// For people.
    package var text: String {
        switch self {
        case .sent: "edits sent"
        case .resends: "edits sent again"
        case .sets: "change sets seen"
        default: rawValue
        }
    }
}
