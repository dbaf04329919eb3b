import Testing

@testable import ListJournal

/// When a connection leaves a node that answers and stores nothing.
@Suite struct NodeSwitchTests {
    private let start = ContinuousClock.now

    @Test func failuresForFiveSeconds_areEnough_andCountAnew() {
        let nodes = NodeSwitch()
        let tries = (0...12).map { nodes.failed(at: start + .seconds($0)) }
        #expect(tries.indices.filter { tries[$0] } == [5, 11])
    }

    @Test func whatIsStored_endsTheCount() {
        let nodes = NodeSwitch()
        for second in 0...4 { #expect(!nodes.failed(at: start + .seconds(second))) }
        nodes.succeeded()
        for second in 5...9 { #expect(!nodes.failed(at: start + .seconds(second))) }
        #expect(nodes.failed(at: start + .seconds(10)))
    }

    @Test func failuresFarApart_areNotOfOneOutage() {
        let nodes = NodeSwitch()
        for second in stride(from: 0, to: 100, by: 6) {
            #expect(!nodes.failed(at: start + .seconds(second)))
        }
    }
}
