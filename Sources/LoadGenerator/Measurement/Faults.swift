/// What must not happen: any of it, and the run does not count as converged.
struct Faults {
    /// Frames that did not begin at the revision after the member's last one.
    var gaps = 0
    /// Frames in which no revision was found, and messages of no known kind.
    var unreadable = 0
    /// Connections that broke.
    var lost = 0
    /// Edits that were refused or changed nothing.
    var unapplied = 0
    /// The first few, in words.
    private(set) var texts: [String] = []

    mutating func add(_ text: String) {
        if texts.count < 5 { texts.append(text) }
    }

    var isEmpty: Bool { gaps + unreadable + lost + unapplied == 0 && texts.isEmpty }
}
