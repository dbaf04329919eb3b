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

    /// Reads an address as proxies write it: `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1`,
    /// `[2001:db8::1]`, `[2001:db8::1]:443`, each in quotation marks or not.
    init?(forwarded text: some StringProtocol) {
        var text = text[...]
        if text.count >= 2, text.first == "\"", text.last == "\"" {
            text = text.dropFirst().dropLast()
        }
        var port: Substring?
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else { return nil }
            if !rest.isEmpty { port = Substring(rest.dropFirst()) }
            text = text[text.index(after: text.startIndex)..<end]
            guard text.contains(":") else { return nil }
        } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            port = Substring(text[text.index(after: colon)...])
            text = text[..<colon]
        }
        if let port {
            guard port.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), UInt16(port) != nil else {
                return nil
            }
        }
        self.init(String(text))
    }

    /// What one subscriber of a network has: the address, or the first 64 bits of a long one.
    var household: [UInt8] { bytes.count == 4 ? bytes : Array(bytes.prefix(8)) }

    var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }
}
