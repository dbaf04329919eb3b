/// A setting that is wrong: names it and says what is asked.
struct SettingsError: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
