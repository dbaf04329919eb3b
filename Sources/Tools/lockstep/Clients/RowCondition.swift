import ListClient
import ListEditing

/// A condition on one field of a row: `done = true`, `amount > 2`, `title contains tea`.
struct RowCondition: Equatable {
    /// The operator that compares the field's value with the given one.
    enum Comparison: String, CaseIterable {
        case equal = "="
        case unequal = "!="
        case less = "<"
        case atMost = "<="
        case greater = ">"
        case atLeast = ">="
        case contains
    }

    let field: String
    let comparison: Comparison
    let value: String

    /// Parses a field, an operator and a value.
    ///
    /// - Throws: `CommandError` for an unknown operator, or another number of words.
    init(_ words: [String]) throws(CommandError) {
        guard words.count == 3 else {
            throw CommandError("--where takes three words: FIELD OP VALUE")
        }
        guard let comparison = Comparison(rawValue: words[1] == "==" ? "=" : words[1]) else {
            let known = Comparison.allCases.map(\.rawValue).joined(separator: " ")
            throw CommandError("\(words[1]) is no operator; the operators are \(known)")
        }
        field = words[0]
        self.comparison = comparison
        value = words[2]
    }

    /// Whether a row fulfils the condition.
    ///
    /// Two numbers are compared as numbers, other values as text. A row without the field fulfils
    /// only `!=`.
    func holds(for row: Row) -> Bool {
        guard let found = row.fields[field] else { return comparison == .unequal }
        let text = found.string ?? found.json
        if comparison == .contains { return text.lowercased().contains(value.lowercased()) }
        if found.string == nil, let left = found.number, let right = Double(value) {
            return holds(left, right)
        }
        return holds(text, value)
    }

    private func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch comparison {
        case .equal: left == right
        case .unequal: left != right
        case .less: left < right
        case .atMost: left <= right
        case .greater: left > right
        case .atLeast: left >= right
        case .contains: false
        }
    }
}
