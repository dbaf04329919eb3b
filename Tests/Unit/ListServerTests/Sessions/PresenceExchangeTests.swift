import ListEditing
import ListProtocol
import Testing

@testable import ListHosting
@testable import ServerTesting

@Suite struct PresenceExchangeTests {
    private let ana = PresentClient(client: ClientID("ana"), name: nil, state: PresenceState())
    private let list = ListID("l")

    private func delta(_ number: Int, after: Int, isWhole: Bool = false, left: [ClientID] = [])
        -> PresenceBusMessage
    {
        .delta(
            PresenceDelta(
                server: "s", number: number, after: after, isWhole: isWhole,
                clients: left.isEmpty ? [ana] : [], left: left))
    }

    @Test func news_areTakenOnceAndInOrder_andAskedForWhereSomeAreMissing() {
        var exchange = PresenceExchange()
        #expect(exchange.receive(delta(3, after: 0), now: 0).touched == [ana.client])
        #expect(exchange.receive(delta(3, after: 0), now: 0) == PresenceExchange.Reaction())
        #expect(exchange.receive(delta(9, after: 5, left: [ana.client]), now: 1).mustAsk)
        #expect(exchange.entry(of: ana.client) == ana)
        // Not again at once, but in the end.
        #expect(!exchange.receive(.still(server: "s", number: 9), now: 1.5).mustAsk)
        #expect(exchange.receive(.still(server: "s", number: 9), now: 2.5).mustAsk)
        let whole = PresenceBusMessage.delta(
            PresenceDelta(
                server: "s", number: 10, after: 9, isWhole: true, clients: [], left: []))
        #expect(exchange.receive(whole, now: 3).touched == [ana.client])
        #expect(exchange.entry(of: ana.client) == nil)
    }

    /// Whether the clients of a server that is gone are forgotten in time.
    private func forgets(_ isHere: (String) -> Bool) -> Bool {
        var exchange = PresenceExchange()
        _ = exchange.receive(delta(1, after: 0), now: 0)
        return exchange.forget(now: 4, unless: isHere) == [ana.client]
            && exchange.entry(of: ana.client) == nil
    }

    @Test func deadServersClients_areForgotten_andKeepingThemIsFound() {
        #expect(forgets { _ in false })
        // A double that keeps what dead servers said.
        #expect(!forgets { _ in true })
    }

    @Test func serverThatSaysNothingMoreOfTheList_isForgotten() {
        var exchange = PresenceExchange()
        _ = exchange.receive(delta(1, after: 0), now: 0)
        #expect(exchange.forget(now: 15, unless: { _ in true }).isEmpty)
        _ = exchange.receive(.still(server: "s", number: 1), now: 15)
        #expect(exchange.forget(now: 30, unless: { _ in true }).isEmpty)
        #expect(exchange.forget(now: 31, unless: { _ in true }) == [ana.client])
    }

    @Test func newsOfManyClients_goInBoundedMessages_thatAreReadAsTheyWereWritten() throws {
        var exchange = PresenceExchange()
        let rows = (0..<500).map { RowID("row-\($0)") }
        let clients = (0..<60).map { ClientID("c\($0)") }
        exchange.tellWhole(clients)
        var notified: Set<ClientID> = []
        var number = 0
        while exchange.hasDelta {
            number += 1
            let last = exchange.last
            let delta = try #require(
                exchange.takeDelta(number: number, from: "s") {
                    PresentClient(
                        client: $0, name: "Ä", state: PresenceState(mode: .active, selected: rows))
                })
            #expect(delta.after == last && delta.isWhole == (number == 1))
            let bytes = PresenceBusMessage.delta(delta).encoded(in: list)
            #expect(bytes.count < PresenceBusMessage.maximumBytes)
            #expect(PresenceBusMessage(bytes, in: list) == .delta(delta))
            #expect(PresenceBusMessage(bytes, in: ListID("other")) == nil)
            notified.formUnion(delta.clients.map(\.client))
        }
        #expect(notified == Set(clients) && number > 1)
        for message in [PresenceBusMessage.ask(server: "s"), .still(server: "s", number: 4)] {
            #expect(PresenceBusMessage(message.encoded(in: list), in: list) == message)
        }
    }
}
