/// What is counted in a run.
package enum CountName: String, CaseIterable, Sendable {
    case sent, answered, deleted, applied, noop, rejected, lost, doubled, resends, reconnects
    case lists, sets

    /// For people.
    package var text: String {
        switch self {
        case .sent: "edits sent"
        case .deleted: "unanswered as their list was deleted"
        case .resends: "edits sent again"
        case .sets: "change sets seen"
        default: rawValue
        }
    }
}
