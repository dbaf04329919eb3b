// Canonical equivalence: errors are compared by tests.
/// Why a file cannot be read as a list; the message is for the user.
package struct ListFileError: Error, Hashable, CustomStringConvertible {
    /// The line, from 1; nil where the error is the whole file's.
    package let line: Int?
    /// The character in the line, from 1; nil where the error is the whole line's.
    package let column: Int?
    /// What is wrong, without its place.
    package let reason: String

    /// The place, where it is known, and what is wrong there: "line 3, column 7: a quote is not closed".
    package var description: String {
        switch (line, column) {
        case (let line?, let column?): "line \(line), column \(column): \(reason)"
        case (let line?, nil): "line \(line): \(reason)"
        default: reason
        }
    }

    init(_ reason: String) {
        self.init(line: nil, reason)
    }

    /// - Parameters:
    ///   - line: The number of the line, from 1.
    ///   - column: The number of the character in the line, from 1.
    init(line: Int?, column: Int? = nil, _ reason: String) {
        self.line = line
        self.column = column
        self.reason = reason
    }
}
