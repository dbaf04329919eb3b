import Testing

@testable import ListJournal

/// When a connection leaves a node that answers and stores nothing.
@Suite struct NodeSwitchTests {
    private let start = ContinuousClock.now

    /// Whether a request that fails at a second, and took so many, has another node tried.
    private func fails(_ nodes: NodeSwitch, _ second: Int, took seconds: Int = 0) -> Bool {
        nodes.failed(begun: start + .seconds(second - seconds), at: start + .seconds(second))
    }

    @Test func failuresForFiveSeconds_areEnough_andForTwoAtTheNextNodes() {
        let nodes = NodeSwitch()
        let tries = (0...10).map { fails(nodes, $0) }
        #expect(tries.indices.filter { tries[$0] } == [5, 7, 9])
        nodes.succeeded()
        for second in 11...15 { #expect(!fails(nodes, second)) }
        #expect(fails(nodes, 16))
    }

    @Test func oneRequestThatIsNotAnswered_isEnoughAtTheNextNode() {
        let nodes = NodeSwitch()
        #expect(!fails(nodes, 3, took: 3))
        #expect(fails(nodes, 6, took: 3))
        #expect(fails(nodes, 9, took: 3))
    }

    @Test func whatIsStored_endsTheCount() {
        let nodes = NodeSwitch()
        for second in 0...4 { #expect(!fails(nodes, second)) }
        nodes.succeeded()
        for second in 5...9 { #expect(!fails(nodes, second)) }
        #expect(fails(nodes, 10))
    }

    @Test func failuresFarApart_areNotOfOneOutage() {
        let nodes = NodeSwitch()
        for second in stride(from: 0, to: 100, by: 6) {
            #expect(!fails(nodes, second))
        }
    }

    @Test func waitingForAnAnswer_counts() {
        let nodes = NodeSwitch()
        #expect(!fails(nodes, 3, took: 3))
        #expect(fails(nodes, 6, took: 3))
    }
}
