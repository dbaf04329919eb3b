import Testing

@testable import WebSocketTransport

@Suite struct AdmissionTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.200.3.4", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("192.0.2.128/25", "192.0.2.129", true), ("192.0.2.128/25", "192.0.2.1", false),
        ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.8", false),
        ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::", false),
        ("10.0.0.0/8", "::ffff:10.0.0.1", true),
    ])
    func range_isItsFirstBits(range: String, address: String, isInside: Bool) throws {
        let range = try #require(AddressRange(range))
        #expect(range.contains(try #require(NetworkAddress(address))) == isInside)
    }

    @Test(arguments: ["", "x", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "::/129", "10.0.0.0/"])
    func whatIsNoRange_isNone(text: String) {
        #expect(AddressRange(text) == nil)
    }

    private static let calls: [(peer: String, forwarded: String?, caller: String?)] = [
        ("203.0.113.5", nil, "203.0.113.5"),
        // A peer that is no proxy says what it likes.
        ("203.0.113.5", "198.51.100.1", "203.0.113.5"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        // What the caller itself wrote comes first, what the proxies saw last.
        ("10.0.0.1", "1.2.3.4, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.1", nil, nil), ("10.0.0.1", "10.0.0.9", nil),
        // As some proxies write it.
        ("10.0.0.1", "198.51.100.1:4711", "198.51.100.1"),
        ("10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"),
        ("10.0.0.1", "2001:db8::7", "2001:db8::7"), ("10.0.0.1", "[2001:db8::7]", "2001:db8::7"),
        ("10.0.0.1", "\"[2001:db8::7]:4711\"", "2001:db8::7"),
        ("10.0.0.1", "1.2.3.4, \"198.51.100.1\"", "198.51.100.1"),
        ("10.0.0.1", "1.2.3.4:1,\t198.51.100.1:2 ,10.0.0.2:3", "198.51.100.1"),
        // What is no address counts as the proxy that wrote it.
        ("10.0.0.1", "unknown", "10.0.0.1"), ("10.0.0.1", "198.51.100.1, _x", "10.0.0.1"),
        ("10.0.0.1", "_x, 10.0.0.2", "10.0.0.2"), ("10.0.0.1", "198.51.100.1:http", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1:65536", "10.0.0.1"), ("10.0.0.1", "198.51.100.1:", "10.0.0.1"),
        ("10.0.0.1", "[2001:db8::7", "10.0.0.1"), ("10.0.0.1", "[1.2.3.4]:5", "10.0.0.1"),
        ("10.0.0.1", "\"", "10.0.0.1"), ("10.0.0.1", "[::1]x", "10.0.0.1"),
        ("127.0.0.1", "198.51.100.1", nil), ("::1", nil, nil), ("", nil, nil),
        ("::ffff:203.0.113.5", nil, "203.0.113.5"),
    ]

    @Test(arguments: calls)
    func caller_isWhomTrustedProxiesName(peer: String, forwarded: String?, caller: String?) throws {
        let proxies = [try #require(AddressRange("10.0.0.0/8"))]
        let admission = Admission(perAddress: 1, proxies: proxies)
        let found = admission.caller(peer: peer, forwarded: forwarded)
        #expect(found == caller.flatMap { NetworkAddress($0) })
    }

    @Test(arguments: [
        ("127.0.0.1", false, true), ("::1", false, true), ("::ffff:127.0.0.1", false, true),
        ("127.0.0.1", true, false), ("127.0.0.9", false, false), ("192.0.2.1", false, false),
        ("", false, false),
    ])
    func onlyLoopbackPeersThatAreNoProxies_areLocal(
        peer: String, isForwarded: Bool, isLocal: Bool
    ) throws {
        let admission = Admission(
            perAddress: 1, proxies: [try #require(AddressRange("127.0.0.9"))])
        #expect(admission.isLocal(peer: peer, isForwarded: isForwarded) == isLocal)
    }

    @Test(arguments: ["192.0.2.1", "2001:db8::7"])
    func addresses_areWrittenAsTheyAreRead(text: String) throws {
        #expect(try #require(NetworkAddress(text)).text == text)
    }

    @Test func addressHasSoMany_andRoomAgainAfterwards() throws {
        var admission = Admission(perAddress: 2, proxies: [])
        let one = try #require(NetworkAddress("2001:db8::1"))
        let neighbour = try #require(NetworkAddress("2001:db8::2"))
        let other = try #require(NetworkAddress("2001:db8:0:1::1"))
        let admitted = [one, neighbour, one, other].map { admission.openSession(of: $0) }
        #expect(admitted == [true, true, false, true])
        admission.closedSession(of: neighbour)
        let isAdmitted = admission.openSession(of: one)
        #expect(isAdmitted)
        for _ in 0..<(2 + Admission.spareSockets) {
            #expect(admission.admitsSocket(of: one))
            admission.openedSocket(of: one)
        }
        #expect(!admission.admitsSocket(of: neighbour))
        #expect(admission.admitsSocket(of: other))
        admission.closedSocket(of: one)
        #expect(admission.admitsSocket(of: one))
    }

    @Test func withoutAnAddress_nothingIsCounted() {
        var admission = Admission(perAddress: 1, proxies: [])
        for _ in 0..<100 {
            let isAdmitted = admission.openSession(of: nil)
            #expect(isAdmitted)
            #expect(admission.admitsSocket(of: nil))
            admission.openedSocket(of: nil)
        }
    }
}
