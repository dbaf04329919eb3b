import ListEditing
import ListProtocol
import Testing

@testable import ListServer

@Suite struct ListTableTests {
    private static func list(
        _ id: String, title: String = "", revision: Int = 0, rows: Int = 0, clients: Int = 0
    ) -> ListSummary {
        ListSummary(
            list: ListID(id), title: title, revision: revision, rows: rows, clients: clients)
    }

    private static let lists = [
        list("b", title: "Äpfel", revision: 5, rows: 1, clients: 2),
        list("a", title: "Zebra", revision: 9, rows: 3),
        list("c", title: "Birnen", revision: 7, rows: 1, clients: 9),
    ]

    @Test(arguments: [
        (AdminListOrder.list, ["a", "b", "c"]), (.title, ["c", "a", "b"]),
        (.rows, ["a", "b", "c"]),
        (.clients, ["c", "b", "a"]), (.revision, ["a", "c", "b"]), (.rate, ["a", "b", "c"]),
    ])
    func columns_sort(by order: AdminListOrder, ids: [String]) async {
        let page = await ListTable().page(AdminPage(by: order), of: Self.lists, now: 0)
        #expect(page.lists.map(\.summary.list.text) == ids)
        #expect(page.total == 3)
    }

    @Test(arguments: [("äP", ["b"]), ("C", ["c"]), ("r", ["a", "c"]), ("none", [])])
    func texts_areFoundInIdsAndTitles(text: String, ids: [String]) async {
        let page = await ListTable().page(
            AdminPage(by: .list, text: text), of: Self.lists, now: 0)
        #expect(page.lists.map(\.summary.list.text) == ids)
        #expect(page.total == ids.count)
    }

    @Test func pages_followEachOther() async {
        let page = await ListTable().page(
            AdminPage(by: .list, from: 1, limit: 1), of: Self.lists, now: 0)
        #expect(page.lists.map(\.summary.list.text) == ["b"])
        #expect(page.total == 3)
    }

    @Test func rates_areKnownFromTheSecondLookOn() async {
        let table = ListTable()
        func rates(_ lists: [ListSummary], _ now: Double) async -> [Double?] {
            await table.page(AdminPage(by: .list), of: lists, now: now).lists.map(\.rate)
        }
        let (before, after) = (Self.list("a", revision: 10), Self.list("a", revision: 30))
        let (idle, new) = (Self.list("b"), Self.list("c", revision: 4))
        #expect(await rates([before, idle], 100) == [nil, nil])
        // Too soon for another measurement.
        #expect(await rates([after, idle], 100.1) == [nil, nil])
        #expect(await rates([after, idle, new], 102) == [10, 0, nil])
        #expect(await rates([after, idle, new], 102.1) == [10, 0, nil])
        // Made anew: its revisions begin again.
        #expect(await rates([Self.list("a", revision: 1), idle, new], 103) == [0, 0, 0])
        // Nobody looked for long.
        #expect(await rates([after, idle, new], 200) == [nil, nil, nil])
        await table.forget()
        #expect(await rates([after, idle, new], 201) == [nil, nil, nil])
    }
}
