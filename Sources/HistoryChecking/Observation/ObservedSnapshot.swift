import JSON
import ListEditing
import ListProtocol

/// `snapshot`, or a part of one.
package struct HeardSnapshot: Sendable {
    package let list: String
    package let epoch: String
    package let part: Int
    package let parts: Int
    package let revision: Int
    package private(set) var state: PlainState

    /// Whether no further part is to come.
    package var isLast: Bool { part == parts - 1 }

    init(_ heard: Heard, _ value: JSONValue) throws(Unreadable) {
        list = try heard.text("list")
        epoch = try heard.text("epoch")
        part = heard["part"]?.whole ?? 0
        parts = heard["parts"]?.whole ?? 1
        do throws(DecodingProblem) {
            let state = try ListState(json: value)
            revision = state.revision
            self.state = PlainState(state)
        } catch {
            throw Unreadable(text: error.message)
        }
    }

    /// This part behind those before it; a section may go on in it.
    package func appended(to earlier: HeardSnapshot?) -> HeardSnapshot {
        guard let earlier else { return self }
        var whole = self
        whole.state.sections = earlier.state.sections
        for section in state.sections {
            if let last = whole.state.sections.indices.last,
                whole.state.sections[last].id == section.id
            {
                whole.state.sections[last].rows += section.rows
            } else {
                whole.state.sections.append(section)
            }
        }
        return whole
    }
}
