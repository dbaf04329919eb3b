/// The places that are left when some are excluded.
struct SetKept {
    private let excluded: [Int]

    /// Takes the excluded places in ascending order.
    init(_ excluded: [Int]) { self.excluded = excluded }

    /// The place of the kept one with this number.
    func place(_ number: Int) -> Int {
        var place = number
        for entry in excluded {
            if entry > place { break }
            place += 1
        }
        return place
    }
}
