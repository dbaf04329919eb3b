extension String {
    /// Whether this text comes before `other` byte by byte, unlike `<`, which compares characters.
    func precedes(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// Whether both are the same bytes: `==` takes differently composed characters for equal.
    func isSame(as other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}
