/// Why a command did not do what it was asked; for the one who asked.
struct CommandError: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
