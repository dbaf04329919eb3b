import Foundation

/// A numeric IP address.
struct NetworkAddress: Hashable, Sendable {
    /// 4 bytes, or 16.
    let bytes: [UInt8]

    /// Reads `192.0.2.1`, `2001:db8::1` or `[2001:db8::1]`; an IPv4 address in IPv6's clothes is one.
    init?(_ text: String) {
        let text = text.hasPrefix("[") ? String(text.dropFirst().prefix { $0 != "]" }) : text
        var short = in_addr()
        var long = in6_addr()
        if unsafe inet_pton(AF_INET, text, &short) == 1 {
            bytes = unsafe withUnsafeBytes(of: short) { unsafe Array($0) }
        } else if unsafe inet_pton(AF_INET6, text, &long) == 1 {
            let all = unsafe withUnsafeBytes(of: long) { unsafe Array($0) }
            let isMapped = all.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
            bytes = isMapped ? Array(all.suffix(4)) : all
        } else {
            return nil
        }
    }

    /// What one subscriber of a network has: the address, or the first 64 bits of a long one.
    var household: [UInt8] { bytes.count == 4 ? bytes : Array(bytes.prefix(8)) }

    var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }
}
