import ListEditing

/// A place that an answer says was clamped.
package struct HeardClamp: Equatable, Sendable {
    /// The path of a row, or the index of a section.
    let to: [Int]
    let why: String

    init(to: [Int], why: String) {
        self.to = to
        self.why = why
    }

    init(_ clamp: Clamp) {
        switch clamp.to {
        case .row(let path): to = [path.section, path.row]
        case .section(let index): to = [index]
        }
        why = clamp.why.rawValue
    }

    init(_ clamp: PlainList.Clamped) {
        to = clamp.path.map { [$0.section, $0.row] } ?? [clamp.section ?? -1]
        why = clamp.why.rawValue
    }
}
