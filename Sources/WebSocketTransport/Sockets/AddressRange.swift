/// All addresses that begin with the same bits: `10.0.0.0/8`, or one address.
package struct AddressRange: Hashable, Sendable {
    private let start: NetworkAddress
    private let bits: Int

    /// Nil where `text` is no range.
    package init?(_ text: String) {
        let sides = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = sides.first, let start = NetworkAddress(String(first)) else { return nil }
        let all = start.bytes.count * 8
        guard let bits = sides.count == 2 ? Int(sides[1]) : all, 0...all ~= bits else { return nil }
        self.start = start
        self.bits = bits
    }

    func contains(_ address: NetworkAddress) -> Bool {
        guard address.bytes.count == start.bytes.count else { return false }
        let whole = bits / 8
        guard address.bytes.prefix(whole) == start.bytes.prefix(whole) else { return false }
        guard bits % 8 > 0 else { return true }
        return (address.bytes[whole] ^ start.bytes[whole]) >> (8 - bits % 8) == 0
    }
}
