/// Why a file describes no list: what is wrong, where, for the one who gave it.
package struct ListFileError: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// - Parameter line: Counted from 1.
    init(line: Int, _ description: String) {
        self.description = "line \(line): \(description)"
    }
}
