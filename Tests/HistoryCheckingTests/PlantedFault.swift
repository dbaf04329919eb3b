import HistoryChecking
import Testing

/// A history with one fault, and the properties that it breaks.
struct PlantedFault: CustomTestStringConvertible, Sendable {
    let name: String
    let broken: Set<Property>
    let history: @Sendable (inout Tape) -> Void

    var testDescription: String { name }

    init(
        _ name: String, _ broken: Property..., history: @escaping @Sendable (inout Tape) -> Void
    ) {
        self.name = name
        self.broken = Set(broken)
        self.history = history
    }

    static let all = sequence + answers + contents
}
