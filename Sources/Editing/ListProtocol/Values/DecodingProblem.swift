import TextBytes

// Canonical equivalence: the server does not compare messages.
/// Why a JSON value is not what the protocol requires.
package struct DecodingProblem: Error, Hashable, Sendable {
    /// What the problem refuses.
    package enum Kind: Hashable, Sendable {
        /// A member is missing, or of the wrong type or form.
        case malformed
        /// A value is outside the JSON limits: a fraction where an integer is required, or a value of
        /// a field that nests too deep. It refuses the whole frame.
        case outsideLimits
        /// A value is well formed and over a limit.
        case tooLarge
    }

    package let kind: Kind
    /// The place: names and indices from the outermost value inwards, such as `actions[0].to.index`.
    package private(set) var path: String
    /// What is required there, such as "must be a string".
    package let reason: String

    /// Creates a problem of the kind `malformed`.
    package init(_ path: String, _ reason: String) {
        self.init(.malformed, path, reason)
    }

    package init(_ kind: Kind, _ path: String, _ reason: String) {
        self.kind = kind
        self.path = path
        self.reason = reason
    }

    /// The path and the reason, for an answer.
    package var message: String { path.isEmpty ? reason : "\(path) \(reason)" }

    /// The same problem, its path relative to the enclosing value.
    package func within(_ outer: String) -> DecodingProblem {
        var problem = self
        if path.isEmpty {
            problem.path = outer
        } else {
            problem.path = path.begins(with: "[") ? outer + path : outer + "." + path
        }
        return problem
    }

    /// Prepends a name to the path of what `body` throws.
    package static func inside<Value>(
        _ outer: @autoclosure () -> String, _ body: () throws(DecodingProblem) -> Value
    ) throws(DecodingProblem) -> Value {
        do { return try body() } catch { throw error.within(outer()) }
    }
}
