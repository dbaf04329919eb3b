/// What is wrong with a value that is JSON.
package struct DecodingProblem: Error, Hashable, Sendable {
    /// What becomes of the message.
    package enum Kind: Hashable, Sendable {
        /// Of the wrong type or form, or missing.
        case malformed
        /// Outside the JSON limits: a fraction where a whole number is asked, or a value of a field
        /// that nests too deep. It refuses the whole frame.
        case outsideLimits
        /// Well formed, but over a limit.
        case tooLarge
    }

    package let kind: Kind
    /// Where: names and indices from the outermost value inwards, such as `actions[0].to.index`.
    package private(set) var path: String
    /// What is asked there, such as "must be a string".
    package let reason: String

    /// Something malformed.
    init(_ path: String, _ reason: String) {
        self.init(.malformed, path, reason)
    }

    init(_ kind: Kind, _ path: String, _ reason: String) {
        self.kind = kind
        self.path = path
        self.reason = reason
    }

    /// The path and the reason, for an answer.
    package var message: String { path.isEmpty ? reason : "\(path) \(reason)" }

    /// The same problem, seen from the value around.
    func within(_ outer: String) -> DecodingProblem {
        var problem = self
        if path.isEmpty {
            problem.path = outer
        } else {
            problem.path = path.hasPrefix("[") ? outer + path : outer + "." + path
        }
        return problem
    }

    /// Puts a name in front of the path of what `body` throws.
    static func inside<Value>(
        _ outer: @autoclosure () -> String, _ body: () throws(DecodingProblem) -> Value
    ) throws(DecodingProblem) -> Value {
        do { return try body() } catch { throw error.within(outer()) }
    }
}
