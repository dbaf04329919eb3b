import Authentication
import ListProtocol
import Testing
import TextBytes

@testable import ListHosting
@testable import ListServer
@testable import ServerTesting

@Suite struct AdminAccessTests {
    private static let everything: [TextKey: String] = ["*": "owner"]

    private func grants(_ lists: [TextKey: String]) throws -> Grants {
        try Grants(TokenClaims(user: "ana", expires: 1, lists: lists))
    }

    @Test(arguments: [
        (everything, true), (["*": "owner", "a": "owner"], true), (["*": "editor"], false),
        (["*": "owner", "a": "viewer"], false), (["a*": "owner"], false), ([:], false),
    ])
    func tokens_decideAlone(lists: [TextKey: String], isAllowed: Bool) throws {
        let grants = try grants(lists)
        for isOpen in [false, true] {
            let access = AdminAccess(isGuarded: true, isOpen: isOpen)
            for isLocal in [false, true] {
                #expect((access.refusal(of: grants, isLocal: isLocal) == nil) == isAllowed)
            }
        }
    }

    @Test func withoutAuthentication_itIsOff() {
        let access = AdminAccess(isGuarded: false, isOpen: false)
        #expect(access.refusal(of: .everything, isLocal: true)?.contains("admin.open") == true)
        #expect(access.refusal(of: .everything, isLocal: false) != nil)
    }

    @Test func opened_itIsForThisMachineAlone() {
        let access = AdminAccess(isGuarded: false, isOpen: true)
        #expect(access.refusal(of: .everything, isLocal: true) == nil)
        #expect(access.refusal(of: .everything, isLocal: false)?.contains("proxy") == true)
    }
}
