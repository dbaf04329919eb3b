/// Why a file or a published set of keys cannot be used; the message contains no part of it.
package struct KeyFileError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// The same error with the file's path.
    func of(_ path: String) -> KeyFileError {
        KeyFileError("the key file \(path) \(description)")
    }
}
