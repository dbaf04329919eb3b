import ListProtocol

/// Names of lists: one name, all that begin alike (`team-*`), or all (`*`).
struct ListPattern: Hashable, Sendable {
    /// What a name begins with, or is.
    let text: String
    /// Whether a name may go on behind it.
    let isPrefix: Bool

    /// Nil where no list's name could fit: a `*` elsewhere than at the end, or other characters
    /// than names have.
    init?(_ pattern: String) {
        isPrefix = pattern.hasSuffix("*")
        text = isPrefix ? String(pattern.dropLast()) : pattern
        guard (isPrefix && text.isEmpty) || ListPattern.couldBegin(text) else { return nil }
        if !isPrefix, ListID(checking: text) == nil { return nil }
    }

    /// All names that begin so.
    init(beginning text: String) {
        self.text = text
        isPrefix = true
    }

    func matches(_ list: ListID) -> Bool {
        isPrefix ? list.text.utf8.starts(with: text.utf8) : list.text == text
    }

    /// Whether it says more exactly than `other` which lists are meant.
    func isMoreExact(than other: ListPattern) -> Bool {
        isPrefix == other.isPrefix
            ? text.utf8.count > other.text.utf8.count : !isPrefix
    }

    /// A name may begin with dots, though none consists of them alone.
    private static func couldBegin(_ text: String) -> Bool {
        ListID(checking: text) != nil || text == "." || text == ".."
    }
}
