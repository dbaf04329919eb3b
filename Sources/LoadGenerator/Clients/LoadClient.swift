/// One client of a fleet, as far as its list is concerned.
struct Member {
    /// Which of the fleet's lists it has open; nil: it says hello only.
    var list: Int?
    /// Which of the fleet's editors it is.
    var editor: Int?
    var isGreeted = false
    var isOpen = false
    /// When its list was last opened.
    var openedAt: Int64 = 0
    /// The revision up to which it has everything.
    var delivered = 0
    /// The last `head` that it was sent.
    var head: Head?

    struct Head: Hashable {
        var revision: Int
        var digest: UInt32
    }
}
