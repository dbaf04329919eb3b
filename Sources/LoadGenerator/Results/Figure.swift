/// One number that a scenario found.
package struct Figure: Hashable, Sendable {
    /// A stable name, for programs: words and dots.
    package var key: String
    /// What it is, for people.
    package var title: String
    package var value: Double
    package var unit: String

    init(_ key: String, _ title: String, _ value: Double, _ unit: String) {
        self.key = key
        self.title = title
        self.value = value
        self.unit = unit
    }
}
