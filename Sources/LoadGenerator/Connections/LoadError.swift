import Glibc

/// Why a load run cannot go on; says what to do where there is something to do.
package struct LoadError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// A call of the system that failed just now.
    static func system(_ call: String) -> LoadError {
        LoadError("\(call): \(unsafe String(cString: strerror(errno)))")
    }
}
