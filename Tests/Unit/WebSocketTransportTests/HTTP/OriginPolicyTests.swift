import Testing

@testable import WebSocketTransport

@Suite struct OriginPolicyTests {
    private func policy(_ allowed: [String]? = nil, acceptsAnyHost: Bool = false) -> OriginPolicy {
        OriginPolicy(allowed: allowed, acceptsAnyHost: acceptsAnyHost, machine: "Box")
    }

    private static let pages: [(origin: String?, host: String?, isAdmitted: Bool)] = [
        (nil, "evil.example", true), ("http://localhost:8080", "localhost:8080", true),
        ("http://127.0.0.1:8080", "127.0.0.1:8080", true), ("http://[::1]:80", "[::1]", true),
        ("https://192.168.1.7", "192.168.1.7", true), ("http://BOX:8080", "box:8080", true),
        ("http://box.local", "box.local:80", true),
        ("http://localhost:3000", "localhost:8080", false),
        ("http://evil.example", "127.0.0.1:8080", false), ("null", "localhost", false),
        ("http://127.0.0.1:8080", nil, false), ("file://localhost", "localhost", false),
        // A name that was pointed at this machine.
        ("http://evil.example:8080", "evil.example:8080", false),
    ]

    @Test(arguments: pages)
    func ownPages_may(origin: String?, host: String?, isAdmitted: Bool) {
        #expect(policy().allows(origin: origin, host: host) == isAdmitted)
    }

    @Test(arguments: pages)
    func ownPages_areOwnWhicheverOthersMay(origin: String?, host: String?, isOwn: Bool) {
        let everyone = policy(["*"], acceptsAnyHost: true)
        #expect(everyone.isOwn(origin: origin, host: host) == isOwn)
    }

    private static let readers: [(origin: String?, site: String?, isForeign: Bool)] = [
        // Commands, a typed address, a link of its own page.
        (nil, nil, false), (nil, "none", false), (nil, "same-origin", false),
        (nil, "cross-site", true), (nil, "same-site", true), (nil, "Cross-Site", true),
        ("http://localhost:8080", "same-origin", false), ("http://localhost:8080", nil, false),
        ("http://evil.example", nil, true), ("http://evil.example", "none", true),
        ("null", "cross-site", true),
    ]

    @Test(arguments: readers)
    func pageFromElsewhere_isForeignEvenIfItOnlyReads(
        origin: String?, site: String?, isForeign: Bool
    ) {
        let found = policy().isForeign(origin: origin, site: site, host: "localhost:8080")
        #expect(found == isForeign)
    }

    @Test func allowedPage_isNotForeign() {
        let policy = policy(["https://lists.example"])
        #expect(
            !policy.isForeign(
                origin: "https://lists.example", site: "cross-site", host: "a.example"))
    }

    @Test func whereTokensProtect_anyNameIsBelieved() {
        let policy = policy(acceptsAnyHost: true)
        #expect(policy.allows(origin: "https://lists.example", host: "lists.example"))
        #expect(!policy.allows(origin: "https://evil.example", host: "lists.example"))
        #expect(policy.accepts(host: "lists.example"))
    }

    @Test func list_standsInForTheOwnPages_andNamesTheServer() {
        let policy = policy(["https://Lists.example"])
        #expect(policy.allows(origin: "https://lists.example", host: "127.0.0.1"))
        #expect(!policy.allows(origin: "http://localhost", host: "localhost"))
        #expect(policy.accepts(host: "lists.example:8080"))
        #expect(policy.accepts(host: "localhost"))
        #expect(!policy.accepts(host: "evil.example"))
    }

    @Test(arguments: [nil, ["https://lists.example"]])
    func pageOfASibling_mayWhatAnOwnOneMay(allowed: [String]?) {
        let policy = OriginPolicy(
            allowed: allowed, siblings: ["https://a.example", "http://10.0.0.2:8080"],
            acceptsAnyHost: false, machine: "Box")
        for origin in ["https://a.example", "https://A.example:443", "http://10.0.0.2:8080"] {
            #expect(policy.reader(origin: origin) == origin)
            #expect(policy.allows(origin: origin, host: "localhost"))
            #expect(!policy.isForeign(origin: origin, site: "cross-site", host: "localhost"))
        }
        for origin in ["http://a.example", "https://a.example:8443", "http://10.0.0.2", "null"] {
            #expect(policy.reader(origin: origin) == nil)
            #expect(!policy.allows(origin: origin, host: "localhost"))
        }
        // What others may is as without siblings, and the server may be one of them itself.
        #expect(policy.allows(origin: "http://localhost", host: "localhost") == (allowed == nil))
        #expect(policy.accepts(host: "a.example"))
    }

    @Test func star_isEveryone() {
        #expect(policy(["*"]).allows(origin: "http://evil.example", host: "x"))
        #expect(policy(["*"]).accepts(host: "evil.example"))
    }
}
