import ListProtocol
import Testing

@testable import ListHosting

@Suite struct ClientCountsTests {
    private let a = ListID("a")
    private let b = ListID("b")

    private func expectComplete(_ isMissing: Bool) { #expect(!isMissing) }

    /// Everything that a server tells, as it is read.
    private func notified(_ counts: inout ClientCounts, by server: String) -> [ClientCounts.Delta] {
        counts.takeDelta(from: server).compactMap { delta in
            guard
                case .delta(let read) = ClientCounts.Message(
                    ClientCounts.Message.delta(delta).encoded)
            else { return nil }
            #expect(read == delta)
            return read
        }
    }

    @Test func counts_areTheSumOverOtherServers() {
        var (one, two, three) = (ClientCounts(), ClientCounts(), ClientCounts())
        one.set(a, to: 2)
        two.set(a, to: 3)
        two.set(b, to: 1)
        for delta in notified(&one, by: "one") + notified(&two, by: "two") {
            expectComplete(three.receive(delta))
        }
        #expect(three[a] == 5 && three[b] == 1)
        two.set(b, to: 0)
        for delta in notified(&two, by: "two") { expectComplete(three.receive(delta)) }
        #expect(three[a] == 5 && three[b] == 0)
        three.forget { $0 == "two" }
        #expect(three[a] == 3)
    }

    @Test func lostDoubledAndLateMessages_areNoticed_andTheWholeRepairsThem() {
        var (one, two) = (ClientCounts(), ClientCounts())
        one.set(a, to: 1)
        let first = notified(&one, by: "one")[0]
        one.set(a, to: 0)
        one.set(b, to: 4)
        let second = notified(&one, by: "one")[0]
        expectComplete(two.receive(first))
        expectComplete(two.receive(second))
        expectComplete(two.receive(first))
        #expect(two[a] == 0 && two[b] == 4)
        one.set(b, to: 5)
        _ = notified(&one, by: "one")
        // Nothing new, and yet it shows that something was lost.
        let isMissing = two.receive(notified(&one, by: "one")[0])
        #expect(isMissing)
        one.tellWhole()
        for delta in notified(&one, by: "one") { expectComplete(two.receive(delta)) }
        #expect(two[b] == 5)
    }

    @Test func manyLists_goInSeveralMessages() {
        var (one, two) = (ClientCounts(), ClientCounts())
        for number in 0..<2_500 { one.set(ListID("l\(number)"), to: 1) }
        let delta = notified(&one, by: "one")
        #expect(delta.count == 3)
        for part in delta { expectComplete(two.receive(part)) }
        #expect((0..<2_500).allSatisfy { two[ListID("l\($0)")] == 1 })
    }

    @Test(arguments: [
        "", "{}", "{\"server\":\"a\"}",
        "{\"server\":\"a\",\"number\":1,\"after\":2,\"whole\":true,\"counts\":{}}",
        "{\"server\":\"a\",\"number\":2,\"after\":1,\"whole\":true,\"counts\":{\"l\":-1}}",
        "{\"server\":\"a\",\"number\":2,\"after\":1,\"whole\":true,\"counts\":{\"\":1}}",
    ])
    func whatIsNoMessage_isNotRead(text: String) {
        #expect(ClientCounts.Message(Array(text.utf8)) == nil)
    }
}
