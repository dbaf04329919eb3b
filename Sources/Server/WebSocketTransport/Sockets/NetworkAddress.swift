import CWebSockets
import Foundation
import TextBytes

/// A numeric IP address.
struct NetworkAddress: Hashable, Sendable {
    /// 4 bytes (IPv4) or 16 (IPv6).
    let bytes: [UInt8]

    /// Reads `192.0.2.1`, `2001:db8::1` or `[2001:db8::1]`; an IPv4-mapped IPv6 address becomes IPv4.
    init?(_ text: String) {
        // The longest has 45 bytes, and a zone or brackets around it.
        guard text.utf8.count <= 64 else { return nil }
        let text =
            text.begins(with: "[")
            ? String(Substring(text.utf8.dropFirst().prefix { $0 != UInt8(ascii: "]") })) : text
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

    /// Reads an address as proxies write it: `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1`,
    /// `[2001:db8::1]`, `[2001:db8::1]:443`, each in quotation marks or not.
    init?(forwarded text: some StringProtocol) {
        let (quote, colon) = (UInt8(ascii: "\""), UInt8(ascii: ":"))
        var bytes = Array(text.utf8)[...]
        if bytes.count >= 2, bytes.first == quote, bytes.last == quote {
            bytes = bytes.dropFirst().dropLast()
        }
        var port: ArraySlice<UInt8>?
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let rest = bytes[(end + 1)...]
            guard rest.isEmpty || rest.first == colon else { return nil }
            if !rest.isEmpty { port = rest.dropFirst() }
            bytes = bytes[..<end].dropFirst()
            guard bytes.contains(colon) else { return nil }
        } else if let place = bytes.firstIndex(of: colon), place == bytes.lastIndex(of: colon) {
            port = bytes[(place + 1)...]
            bytes = bytes[..<place]
        }
        if let port {
            guard port.allSatisfy({ 0x30...0x39 ~= $0 }),
                UInt16(String(decoding: port, as: UTF8.self)) != nil
            else { return nil }
        }
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    /// The address as it is written: `192.0.2.1`, `2001:db8::1`.
    var text: String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) {
            buffer in
            unsafe buffer.initialize(repeating: 0)
            return unsafe bytes.withUnsafeBytes { address in
                guard let base = address.baseAddress, let room = buffer.baseAddress,
                    unsafe inet_ntop(
                        bytes.count == 4 ? AF_INET : AF_INET6, base, room,
                        socklen_t(buffer.count)) != nil
                else { return "" }
                return unsafe String(cString: room)
            }
        }
    }

    /// The network of one subscriber: the IPv4 address, or the first 64 bits of the IPv6 address.
    var network: [UInt8] { bytes.count == 4 ? bytes : Array(bytes.prefix(8)) }

    var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }
}

/// All addresses with a common prefix: `10.0.0.0/8`, or one address.
package struct AddressRange: Hashable, Sendable {
    private let start: NetworkAddress
    private let bits: Int

    /// Nil if `text` is no range.
    package init?(_ text: String) {
        let (address, length) = text.halves(at: "/")
        guard let start = NetworkAddress(address) else { return nil }
        let all = start.bytes.count * 8
        guard let bits = length.map({ Int($0) }) ?? all, 0...all ~= bits else { return nil }
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

/// The address of a peer.
enum PeerAddress {
    /// The numeric address of the peer of a socket that lws has not adopted; empty if unknown.
    static func numeric(of descriptor: Int32) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            unsafe buffer.initialize(repeating: 0)
            guard let base = buffer.baseAddress,
                unsafe lws_shim_peer_address(descriptor, base, buffer.count) == 0
            else { return "" }
            return unsafe String(cString: base)
        }
    }

    /// The numeric address of the peer, without a port; empty if unknown.
    static func numeric(of wsi: OpaquePointer) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            unsafe buffer.initialize(repeating: 0)
            guard let base = buffer.baseAddress,
                unsafe lws_get_peer_simple(wsi, base, buffer.count) != nil
            else { return "" }
            return unsafe String(cString: base)
        }
    }
}
