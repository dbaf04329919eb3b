/// How busy the loop has been: what tells whether the generator was the limit.
struct LoopLoad: Hashable {
    /// Nanoseconds in the poller, and beside it.
    private(set) var waited: Int64 = 0
    private(set) var worked: Int64 = 0
    /// The longest time, in nanoseconds, that passed between two looks at the sockets.
    private(set) var longestTurn: Int64 = 0

    mutating func add(waited: Int64, worked: Int64) {
        self.waited += waited
        self.worked += worked
        longestTurn = max(longestTurn, worked)
    }

    /// The part of the time that it was busy, since an earlier state.
    func busyShare(since earlier: LoopLoad) -> Double {
        let worked = Double(self.worked - earlier.worked)
        let all = worked + Double(waited - earlier.waited)
        return all > 0 ? worked / all : 0
    }
}
