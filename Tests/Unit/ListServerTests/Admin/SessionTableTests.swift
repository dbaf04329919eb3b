import ListEditing
import ListProtocol
import Testing

@testable import ListServer
@testable import ServerTesting

@Suite struct SessionTableTests {
    private static func session(
        _ client: String, name: String? = nil, user: String? = nil, address: String = "",
        since: Int = 0, lists: Int = 0, edits: Int = 0, behind: Int = 0, queued: Int = 0
    ) -> AdminSession {
        AdminSession(
            client: ClientID(client), name: name, user: user, address: address, since: since,
            lists: lists, edits: edits, behind: behind, queued: queued, received: 0, sent: 0,
            isStream: false)
    }

    private static let sessions = [
        session("c1", name: "Zoë", address: "10.0.0.2", since: 3, lists: 1, queued: 9),
        session("c2", name: "Ana", user: "ana", address: "10.0.0.1", since: 1, edits: 5, behind: 2),
        session(
            "c3", user: "ben", address: "::1", since: 2, lists: 4, edits: 1, behind: 2, queued: 1),
    ]

    @Test(arguments: [
        (AdminSessionOrder.since, ["c2", "c3", "c1"]), (.lag, ["c3", "c2", "c1"]),
        (.edits, ["c2", "c3", "c1"]), (.lists, ["c3", "c1", "c2"]),
        (.address, ["c2", "c1", "c3"]), (.user, ["c1", "c2", "c3"]), (.name, ["c3", "c2", "c1"]),
    ])
    func columns_sort(by order: AdminSessionOrder, clients: [String]) async {
        let page = await SessionTable.page(AdminPage(by: order), of: Self.sessions)
        #expect(page.sessions.map(\.client.text) == clients)
    }

    @Test(arguments: [("ZOË", ["c1"]), ("10.0", ["c2", "c1"]), ("BEN", ["c3"]), ("c2", ["c2"])])
    func texts_areFoundInWhatTellsSessionsApart(text: String, clients: [String]) async {
        let page = await SessionTable.page(
            AdminPage(by: .since, text: text), of: Self.sessions)
        #expect(page.sessions.map(\.client.text) == clients)
        #expect(page.total == clients.count)
    }
}
