import Foundation
import Testing

@testable import OutgoingHTTP

/// Which addresses are public, each as the system's own parser writes it into a `sockaddr`.
@Suite struct InternetAddressTests {
    private func address(_ text: String) throws -> InternetAddress {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(text, nil, &hints, &list)
        try #require(code == 0)
        defer { unsafe freeaddrinfo(list) }
        let found = unsafe InternetAddress(try #require(unsafe list).pointee.ai_addr)
        return try #require(found)
    }

    @Test(
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0", "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.0.1.0",
            "192.167.255.255",
            "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700::1111",
            "2001:200::1", "2003::1", "3fff:1000::1", "::ffff:1.1.1.1", "64:ff9b::101:101",
            "2002:101:101::1",
        ])
    func publicAddresses_areDialed(text: String) throws {
        #expect(try address(text).nonPublicKind == nil)
    }

    @Test(
        arguments: [
            ("0.0.0.0", "unspecified"), ("0.1.2.3", "unspecified"), ("10.0.0.1", "private"),
            ("10.255.255.255", "private"), ("100.64.0.0", "carrier-grade NAT"),
            ("100.127.255.255", "carrier-grade NAT"), ("127.0.0.1", "loopback"),
            ("127.255.255.254", "loopback"), ("169.254.169.254", "link-local"),
            ("172.16.0.0", "private"), ("172.31.255.255", "private"), ("192.0.0.8", "reserved"),
            ("192.0.2.1", "documentation"), ("192.88.99.1", "reserved"), ("192.168.1.1", "private"),
            ("198.18.0.1", "benchmark"), ("198.19.255.255", "benchmark"),
            ("198.51.100.1", "documentation"), ("203.0.113.1", "documentation"),
            ("224.0.0.1", "multicast"), ("239.255.255.255", "multicast"), ("240.0.0.1", "reserved"),
            ("255.255.255.255", "broadcast"),
            ("::", "unspecified"), ("::1", "loopback"), ("::2", "reserved"),
            ("fc00::1", "private"), ("fdff::1", "private"), ("fe80::1", "link-local"),
            ("febf::1", "link-local"), ("fec0::1", "private"), ("ff02::1", "multicast"),
            ("100::1", "reserved"), ("2001::1", "reserved"), ("2001:2::1", "reserved"),
            ("2001:1ff::1", "reserved"), ("2001:db8::1", "documentation"),
            ("3fff:fff::1", "documentation"), ("4000::1", "reserved"), ("5f00::1", "reserved"),
            // What carries an IPv4 address is judged by it.
            ("::ffff:127.0.0.1", "loopback"), ("::ffff:169.254.169.254", "link-local"),
            ("::127.0.0.1", "reserved"), ("::8.8.8.8", "reserved"), ("2002:7f00:1::1", "loopback"),
            ("2002:c0a8:101::1", "private"), ("64:ff9b::10.0.0.1", "private"),
            ("64:ff9b:1::1", "local NAT64"), ("64:ff9b:1:7f00:0:100::", "local NAT64"),
            ("64:ff9b:2::1", "reserved"),
        ])
    func otherAddresses_areNamed(text: String, kind: String) throws {
        #expect(try address(text).nonPublicKind == kind)
    }

    @Test(arguments: ["192.168.1.1", "2606:4700::1111", "::ffff:10.0.0.1"])
    func anAddress_isWrittenAsUsual(text: String) throws {
        #expect(try address(text).description == text)
    }

    @Test func localSockets_areNoAddress() {
        var address = sockaddr()
        address.sa_family = sa_family_t(AF_UNIX)
        #expect(unsafe InternetAddress(&address) == nil)
    }
}
