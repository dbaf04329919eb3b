import NATS
import NATSNodes
import Testing

/// Following a stream: nothing is missed and nothing comes twice, whatever happens to the node.
@Suite struct OrderedConsumerTests {
    private static func stream(_ connection: NATSConnection) async throws -> JetStream {
        let jetStream = JetStream(connection)
        _ = try await jetStream.create(
            .log(
                name: "FOLLOW", subjects: ["follow.>"], replicas: 1, maximumBytes: nil,
                duplicateSeconds: 120))
        return jetStream
    }

    private static func sequences(_ events: Collected<OrderedConsumer.Event>) -> [Int] {
        events.values.compactMap {
            if case .message(let message, _) = $0 { message.sequence } else { nil }
        }
    }

    private static func append(_ count: Int, _ jetStream: JetStream) async {
        for number in 0..<count {
            _ = await jetStream.publish(
                [UInt8(truncatingIfNeeded: number)], to: "follow.\(number % 3)", expected: nil,
                id: nil)
        }
    }

    @Test func aFollower_getsTheLastOfEachSubject_thenEverything() async throws {
        let node = try await NATSNode()
        let owner = Owner()
        let connection = try await owner.connect([node.url])
        let jetStream = try await Self.stream(connection)
        let none = Collected<OrderedConsumer.Event>()
        let early = OrderedConsumer(jetStream, stream: "FOLLOW", filter: "follow.*") {
            none.add($0)
        }
        try await wait { none.values == [.started(pending: 0)] }
        await Self.append(30, jetStream)
        try await wait { Self.sequences(none) == Array(1...30) }
        early.stop()

        let events = Collected<OrderedConsumer.Event>()
        let follower = OrderedConsumer(jetStream, stream: "FOLLOW", filter: "follow.*") {
            events.add($0)
        }
        try await wait { Self.sequences(events) == [28, 29, 30] }
        try await wait { events.values.contains(.started(pending: 3)) }
        await Self.append(3, jetStream)
        try await wait { Self.sequences(events) == [28, 29, 30, 31, 32, 33] }
        guard case .message(let last, pending: 0) = events.values.last else {
            Issue.record("nothing is pending")
            return
        }
        #expect(last.subject == "follow.2" && last.payload == [2])
        #expect(Self.sequences(none).count == 30, "a follower that was stopped gets nothing")

        let after = Collected<OrderedConsumer.Event>()
        let late = OrderedConsumer(
            jetStream, stream: "FOLLOW", filter: "follow.1", after: 20
        ) { after.add($0) }
        try await wait { Self.sequences(after) == [23, 26, 29, 32] }
        late.stop()
        follower.stop()
        await connection.close()
    }

    @Test func aFollower_goesOnBehindADeadNode() async throws {
        let node = try await NATSNode()
        let owner = Owner()
        let connection = try await owner.connect([node.url])
        let jetStream = try await Self.stream(connection)
        await Self.append(9, jetStream)
        let events = Collected<OrderedConsumer.Event>()
        let follower = OrderedConsumer(jetStream, stream: "FOLLOW", filter: "follow.*", after: 0) {
            events.add($0)
        }
        try await wait { Self.sequences(events) == Array(1...9) }
        node.kill()
        try await node.start()
        try await wait { owner.events.contains(.reconnected(node.url)) }
        await Self.append(9, jetStream)
        try await wait { Self.sequences(events).count >= 18 }
        #expect(Self.sequences(events) == Array(1...18))
        follower.stop()
        await connection.close()
    }

    @Test func messagesThatTheOwnerDidNotTake_areReadAgain() async throws {
        let node = try await NATSNode()
        let owner = Owner()
        let writing = try await Owner().connect([node.url])
        let jetStream = try await Self.stream(writing)
        let connection = try await owner.connect([node.url]) { $0.maximumQueuedBytes = 20_000 }
        let events = Collected<OrderedConsumer.Event>()
        let follower = OrderedConsumer(
            JetStream(connection), stream: "FOLLOW", filter: "follow.*", after: 0
        ) { events.add($0) }
        try await wait { events.values == [.started(pending: 0)] }
        let stored = Collected<PublishOutcome>()
        try owner.block {
            // About 100 bytes each: 200 fit into the queue.
            for number in 0..<500 {
                jetStream.publish([1], to: "follow.\(number)", expected: nil, id: nil, headers: [:])
                {
                    stored.add($0)
                }
            }
            try NATSNode.wait("messages are dropped") { stored.values.count == 500 }
        }
        try await wait { owner.events.contains { if case .dropped = $0 { true } else { false } } }
        try await wait { Self.sequences(events).count >= 500 }
        #expect(Self.sequences(events) == Array(1...500))
        follower.stop()
        await connection.close()
        await writing.close()
    }
}
