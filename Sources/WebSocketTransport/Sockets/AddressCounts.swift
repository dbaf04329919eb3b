/// How many of something each address has.
struct AddressCounts: Sendable {
    private var counts: [[UInt8]: Int] = [:]

    subscript(address: NetworkAddress) -> Int { counts[address.household] ?? 0 }

    mutating func add(_ address: NetworkAddress) {
        counts[address.household, default: 0] += 1
    }

    mutating func remove(_ address: NetworkAddress) {
        let left = self[address] - 1
        counts[address.household] = left > 0 ? left : nil
    }
}
