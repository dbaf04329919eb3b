internal import Glibc

/// An IPv4 or IPv6 address that a connection is about to dial.
enum InternetAddress: Hashable, CustomStringConvertible {
    case four(UInt32)
    case six(high: UInt64, low: UInt64)

    /// Nil for other families of addresses, as that of local sockets.
    ///
    /// - Parameter address: at least as long as its family's structure.
    @unsafe init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(unsafe address.pointee.sa_family) {
        case AF_INET:
            let four = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
            self = .four(UInt32(bigEndian: four.sin_addr.s_addr))
        case AF_INET6:
            let six = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self)
            let (high, low) = unsafe withUnsafeBytes(of: six.sin6_addr) { bytes in
                unsafe (
                    bytes.loadUnaligned(as: UInt64.self),
                    bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                )
            }
            self = .six(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
        default: return nil
        }
    }

    /// What the address is in place of a public one (IANA's registries of special-purpose addresses, RFC
    /// 6890); nil for a public one.
    var nonPublicKind: String? {
        switch self {
        case .four(let bits):
            Self.specialFour.first { bits >> (32 - $0.length) == $0.prefix >> (32 - $0.length) }?
                .kind
        case .six(let high, let low):
            if let carried = Self.carriedFour(high, low) {
                carried.nonPublicKind
            } else if let special = Self.specialSix.first(where: {
                high >> (64 - $0.length) == $0.prefix >> (64 - $0.length)
            }) {
                special.kind
            } else if high >> 61 != 1 {
                high == 0 && low == 1
                    ? "loopback" : high == 0 && low == 0 ? "unspecified" : "reserved"
            } else {
                nil
            }
        }
    }

    /// The IPv4 address after a gateway or a kernel's mapping, which is where packets go.
    private static func carriedFour(_ high: UInt64, _ low: UInt64) -> InternetAddress? {
        // Mapped, ::ffff:0:0/96, and NAT64, 64:ff9b::/96.
        if high == 0 && low >> 32 == 0xFFFF || high == 0x0064_FF9B_0000_0000 && low >> 32 == 0 {
            return .four(UInt32(truncatingIfNeeded: low))
        }
        // 6to4, 2002::/16.
        if high >> 48 == 0x2002 { return .four(UInt32(truncatingIfNeeded: high >> 16)) }
        return nil
    }

    private static let specialFour: [(prefix: UInt32, length: UInt32, kind: String)] = [
        (0x0000_0000, 8, "unspecified"),  // 0.0.0.0
        (0x0A00_0000, 8, "private"),  // 10.0.0.0
        (0x6440_0000, 10, "carrier-grade NAT"),  // 100.64.0.0
        (0x7F00_0000, 8, "loopback"),  // 127.0.0.0
        (0xA9FE_0000, 16, "link-local"),  // 169.254.0.0
        (0xAC10_0000, 12, "private"),  // 172.16.0.0
        (0xC000_0000, 24, "reserved"),  // 192.0.0.0
        (0xC000_0200, 24, "documentation"),  // 192.0.2.0
        (0xC058_6300, 24, "reserved"),  // 192.88.99.0, once relays of 6to4
        (0xC0A8_0000, 16, "private"),  // 192.168.0.0
        (0xC612_0000, 15, "benchmark"),  // 198.18.0.0
        (0xC633_6400, 24, "documentation"),  // 198.51.100.0
        (0xCB00_7100, 24, "documentation"),  // 203.0.113.0
        (0xE000_0000, 4, "multicast"),  // 224.0.0.0
        (0xFFFF_FFFF, 32, "broadcast"),
        (0xF000_0000, 4, "reserved"),  // 240.0.0.0
    ]

    /// By the address' first half.
    ///
    /// Outside 2000::/3 nothing is public, with or without a name here; so
    /// IPv4-compatible addresses, which were given up, are not either.
    private static let specialSix: [(prefix: UInt64, length: UInt64, kind: String)] = [
        // Where in it the IPv4 address stands is the network's own choice (RFC 8215).
        (0x0064_FF9B_0001_0000, 48, "local NAT64"),
        (0x2001_0000_0000_0000, 23, "reserved"),  // 2001::, with Teredo, benchmarks and ORCHID
        (0x2001_0DB8_0000_0000, 32, "documentation"),
        (0x3FFF_0000_0000_0000, 20, "documentation"),
        (0xFC00_0000_0000_0000, 7, "private"),
        (0xFE80_0000_0000_0000, 10, "link-local"),
        (0xFEC0_0000_0000_0000, 10, "private"),
        (0xFF00_0000_0000_0000, 8, "multicast"),
    ]

    /// The address as RFC 5952 writes it.
    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        switch self {
        case .four(let bits):
            var address = bits.bigEndian
            unsafe inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
        case .six(let high, let low):
            var address = (high.bigEndian, low.bigEndian)
            unsafe inet_ntop(AF_INET6, &address, &text, socklen_t(text.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
