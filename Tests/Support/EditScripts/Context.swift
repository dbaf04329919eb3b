package import ListEditing

/// The context of a client that may do everything.
///
/// - Parameter time: when it edits, in Unix milliseconds; 0: not known.
package func context(
    _ client: String = "ana", at time: Int = 0, limits: EditLimits = EditLimits()
) -> EditContext {
    EditContext(
        author: RowAuthor(client: ClientID(client)), at: time, mayGiveRules: true, limits: limits)
}

extension ListState {
    /// The state without revision and authorship, which the server does not send to clients.
    package var shown: ListState {
        var state = self
        state.revision = 0
        for section in state.sections.indices {
            state.sections[section].placed = 0
            for row in state.sections[section].rows.indices {
                state.sections[section].rows[row].authorship = Row(id: RowID("x")).authorship
            }
        }
        return state
    }

    /// The ids of rows, sections separated by `|`.
    package var text: String {
        sections.map { $0.rows.map(\.id.text).joined(separator: " ") }.joined(separator: " | ")
    }
}
