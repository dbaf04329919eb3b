/// What is wrong with a file of keys.
///
/// Tells nothing of what the file holds.
package struct KeyFileError: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// The same, of the file at `path`.
    func of(_ path: String) -> KeyFileError {
        KeyFileError("the key file \(path) \(description)")
    }
}
