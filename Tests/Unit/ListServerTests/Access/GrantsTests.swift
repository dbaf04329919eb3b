import Authentication
import ListProtocol
import Testing
import TextBytes

@testable import ListHosting
@testable import ServerTesting

@Suite struct GrantsTests {
    private func grants(_ lists: [TextKey: String]) throws -> Grants {
        try Grants(TokenClaims(user: "ana", expires: 1, lists: lists))
    }

    private static let roles: [(lists: [TextKey: String], list: String, role: Role?)] = [
        (["*": "viewer"], "trip", .viewer),
        (["trip": "editor"], "trip", .editor), (["trip": "editor"], "trips", nil),
        (["team-*": "owner"], "team-", .owner), (["team-*": "owner"], "team", nil),
        // The most exact one decides, whether it gives more or less.
        (["*": "viewer", "team-*": "owner"], "team-a", .owner),
        (["*": "owner", "team-*": "viewer"], "team-a", .viewer),
        (["team-*": "owner", "team-a*": "editor", "team-a": "viewer"], "team-a", .viewer),
        (["team-*": "owner", "team-a*": "editor", "team-a": "viewer"], "team-ab", .editor),
        (["team-*": "owner", "team-a*": "editor", "team-a": "viewer"], "team-b", .owner),
        ([:], "trip", nil),
    ]

    @Test(arguments: roles)
    func mostExactPattern_decides(lists: [TextKey: String], list: String, role: Role?) throws {
        #expect(try grants(lists).role(on: ListID(list)) == role)
    }

    @Test(arguments: [
        ["": "owner"], ["a b": "owner"], ["**": "owner"], ["a*b": "owner"], ["*a": "owner"],
        ["é*": "owner"], ["a": "Owner"], ["a": "admin"], ["a": ""], [".": "viewer"],
    ])
    func whatMeansNothing_isRefused(lists: [TextKey: String]) {
        #expect(throws: TokenError.self) { try grants(lists) }
    }

    @Test(arguments: [
        (["*": "owner"], true), (["*": "owner", "a": "owner"], true), ([:], false),
        (["*": "owner", "a": "viewer"], false), (["a*": "owner"], false), (["*": "editor"], false),
    ])
    func everything_isOwnedByOneThatLacksNothing(lists: [TextKey: String], owns: Bool) throws {
        #expect(try grants(lists).ownsEverything == owns)
        #expect(Grants.everything.ownsEverything)
    }
}
